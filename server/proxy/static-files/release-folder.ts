import { readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Random } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import type { Signer } from '../tickets/signatures.ts'
import type { EncodedFile } from './encoded-file.ts'

/** Files of other builds, by the path of their address. */
export interface Releases {
  find(path: string): Promise<EncodedFile | undefined>
}

/** A folder of releases that is kept up to date until it is closed. */
export interface OpenReleases extends Releases {
  close(): void
}

export interface ReleaseFolderOptions {
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  readonly log: Pick<Log, 'warn'>
  readonly signer: Signer
}

/** The files of a build, by the path of their address. */
export type Release = ReadonlyMap<string, EncodedFile>

/** Milliseconds between two refreshes, which mark this build's files as in use, or write missing ones again. */
const REFRESH = 60 * 60_000

/**
 * What is kept in the folder: files of builds that ran in the last thirty days, the latest of them, up to that many
 * bytes.
 */
const MAX_AGE = 30 * 24 * REFRESH
const MAX_BYTES = 256 * 2 ** 20

/** Bytes; a larger file was not sealed by the proxy. */
const MAX_FILE = 8 * 2 ** 20

/** Most files of other builds that are kept in memory. */
const MAX_KEPT = 500

/**
 * Opens a folder that all instances of the proxy share, or that is kept from one version to the next: writes this
 * build's files there, and reads those of other builds when they are requested. Rejects with a message where the folder
 * cannot be used.
 */
export async function openReleaseFolder(
  folder: string,
  own: Release,
  given: ReleaseFolderOptions,
): Promise<OpenReleases> {
  await publish(folder, own, given).catch((error: unknown) => {
    throw new Error(`TENDER_RELEASES: the folder ${folder} cannot be read and written: ${(error as Error).message}`)
  })
  const lifecycle = new AbortController()
  void refresh(folder, own, given, lifecycle.signal)
  return { find: finder(folder, given), close: () => lifecycle.abort() }
}

/** Writes the files again, since another instance may have emptied the folder, or may remove files that look unused. */
async function refresh(folder: string, own: Release, given: ReleaseFolderOptions, signal: AbortSignal): Promise<void> {
  const pause = (): Promise<boolean> =>
    given.clock.sleep(REFRESH, signal).then(
      () => true,
      () => false,
    )
  while (await pause())
    await publish(folder, own, given).catch(() =>
      given.log.warn({ code: 'releases_unusable', message: 'the folder of TENDER_RELEASES cannot be written' }),
    )
}

async function publish(folder: string, own: Release, given: ReleaseFolderOptions): Promise<void> {
  for (const [path, file] of own) await put(folder, path, file, given)
  await removeOld(folder, given.clock.now())
}

/** Writes a file under a temporary name first, so that no one reads half of it. An existing one is kept. */
async function put(
  folder: string,
  path: string,
  file: EncodedFile,
  { clock, random, signer }: ReleaseFolderOptions,
): Promise<void> {
  const [place] = placesOf(folder, path, signer)
  const now = new Date(clock.now())
  if ((await read(place, path, signer)).file) return utimes(place, now, now)
  const draft = join(folder, `${random.uuid()}.tmp`)
  await writeFile(draft, sealFile(signer, path, file), { flag: 'wx', mode: 0o644 })
  await utimes(draft, now, now)
  await rename(draft, place)
}

/**
 * Names of hexadecimal digits, whatever was requested, so that no address leads out of the folder: by the own secret, then
 * by each older one. Proxies with other secrets have other names, so that none replaces what it cannot open itself.
 */
const placesOf = (folder: string, path: string, signer: Signer): readonly [string, ...string[]] => {
  const [own, ...older] = signer.namesOf(path)
  return [`${join(folder, own)}.sealed`, ...older.map((name) => `${join(folder, name)}.sealed`)]
}

interface ReleaseFile {
  readonly file?: EncodedFile | undefined
  /** There is a file that was not sealed by this proxy: it is broken, or somebody else wrote it. */
  readonly isForeign?: true
}

async function read(place: string, path: string, signer: Signer): Promise<ReleaseFile> {
  try {
    const entry = await stat(place)
    const file = entry.isFile() && entry.size <= MAX_FILE ? await readFile(place, 'utf8') : ''
    const opened = openFile(signer, path, file)
    return opened ? { file: opened } : { isForeign: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

function finder(folder: string, { signer, log }: ReleaseFolderOptions): Releases['find'] {
  const found = new Map<string, Promise<EncodedFile | undefined>>()
  const check = async (path: string): Promise<EncodedFile | undefined> => {
    for (const place of placesOf(folder, path, signer)) {
      const { file, isForeign } = await read(place, path, signer)
      if (isForeign)
        log.warn({ code: 'release_refused', message: 'a file of TENDER_RELEASES is not sealed by this proxy' })
      if (file) return file
    }
    return undefined
  }
  return async (path) => {
    const known = found.get(path) ?? check(path)
    found.set(path, known)
    const file = await known.catch(() => {
      log.warn({ code: 'releases_unusable', message: 'the folder of TENDER_RELEASES cannot be read' })
      return undefined
    })
    // A missing file is not remembered, since another instance may write it in a moment.
    if (!file || found.size > MAX_KEPT) found.delete(path)
    return file
  }
}

/** Removes the files that no build has used for long, and the oldest of those that exceed the limit. */
async function removeOld(folder: string, now: number): Promise<void> {
  let bytes = 0
  for (const { path, size, age } of await filesIn(folder, now)) {
    bytes += size
    const isOld = age > (path.endsWith('.tmp') ? REFRESH : MAX_AGE)
    if (isOld || bytes > MAX_BYTES) await unlink(path).catch(() => {}) // another instance has removed it
  }
}

interface Kept {
  readonly path: string
  readonly size: number
  readonly age: number
}

/** The files that this module writes, the latest first; other files in the folder are left alone. */
async function filesIn(folder: string, now: number): Promise<readonly Kept[]> {
  const names = (await readdir(folder)).filter((name) => /^(?:[\da-f]{64}\.sealed|[\da-f-]{36}\.tmp)$/.test(name))
  const kept = names.map(async (name): Promise<Kept[]> => {
    const path = join(folder, name)
    // Another instance may be removing the same file.
    const entry = await stat(path).catch(() => undefined)
    return entry ? [{ path, size: entry.size, age: now - entry.mtimeMs }] : []
  })
  return (await Promise.all(kept)).flat().toSorted((one, other) => one.age - other.age)
}

const packed = (bytes: Uint8Array | undefined): string => (bytes ? Buffer.from(bytes).toString('base64') : '')

/** A file and its address as signed text: write access to the folder alone is not enough to have a script served. */
const sealFile = (signer: Signer, path: string, { bytes, br, gzip }: EncodedFile): string =>
  signer.sign('release', [path, packed(bytes), packed(br), packed(gzip)])

/** The file of an address, or `undefined` where the text was not sealed by one of the proxies for that address. */
function openFile(signer: Signer, path: string, text: string): EncodedFile | undefined {
  const [sealedPath, bytes, br, gzip] = (signer.open('release', text) ?? []) as readonly string[]
  if (sealedPath !== path || bytes === undefined) return undefined
  return { bytes: unpacked(bytes), ...(br && { br: unpacked(br) }), ...(gzip && { gzip: unpacked(gzip) }) }
}

const unpacked = (text: string): Uint8Array => Buffer.from(text, 'base64')
