import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A name with the hash of a build in it. */
const hashed = /^([\w-]+)-([\w-]{8})\.js$/

/**
 * A copy of the files that browsers load, as another version would have them: each hashed file has another content and
 * another name, under which the others import it.
 */
export async function otherBuild(dist: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tender-other-build-'))
  for (const part of ['cdn', 'frames']) await cp(join(dist, part), join(copy, part), { recursive: true })
  const scripts = (await readdir(copy, { recursive: true })).filter((file) => file.endsWith('.js'))
  const names = new Map(scripts.map((file) => basename(file)).map((name) => [name, otherName(name)]))
  for (const script of scripts) await change(join(copy, script), names)
  await writeManifest(join(copy, 'frames'), names)
  return copy
}

const otherName = (name: string): string =>
  name.replace(hashed, (_, start: string, hash: string) => {
    const other = createHash('sha256').update(hash).digest('base64url').slice(0, 8)
    return `${start}-${other}.js`
  })

const renamed = (text: string, names: ReadonlyMap<string, string>): string =>
  [...names].reduce((changed, [from, to]) => changed.replaceAll(from, to), text)

async function change(path: string, names: ReadonlyMap<string, string>): Promise<void> {
  const text = `${renamed(await readFile(path, 'utf8'), names)}\n/* the other build */\n`
  const place = path.replace(basename(path), names.get(basename(path))!)
  for (const end of ['', '.br', '.gz']) if (place !== path) await rename(path + end, place + end)
  await writeFile(place, text)
  await writeFile(`${place}.br`, brotliCompressSync(text))
  await writeFile(`${place}.gz`, gzipSync(text))
}

interface Script {
  readonly file: string
  readonly chunks?: readonly Script[]
  /** The form in the card's document, which both builds have. */
  readonly form?: object
}

async function writeManifest(folder: string, names: ReadonlyMap<string, string>): Promise<void> {
  const path = join(folder, 'manifest.json')
  const pinned = async ({ file, chunks, form }: Script): Promise<object> => {
    const name = renamed(file, names)
    const hash = createHash('sha384').update(await readFile(join(folder, name)))
    const rest = chunks && { chunks: await Promise.all(chunks.map(pinned)) }
    return { file: name, integrity: `sha384-${hash.digest('base64')}`, ...rest, ...(form && { form }) }
  }
  const frames = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, Script>)
  const entries = await Promise.all(frames.map(async ([name, script]) => [name, await pinned(script)] as const))
  await writeFile(path, JSON.stringify(Object.fromEntries(entries)))
}
