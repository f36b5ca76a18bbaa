import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assetsPath, loadDocuments, scriptsOf, type Documents } from '#proxy/static-files/documents.ts'
import { loadScriptTag, scriptTagPath, type ScriptTag } from '#proxy/static-files/script-tag.ts'
import { asCommandError, CommandError } from '../command.ts'

export interface Release {
  readonly version: string
  readonly documents: Documents
  readonly scriptTag: ScriptTag
}

/** What is requested of the proxy, and compared. */
export interface Target {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the release that a folder contains, after comparing its files with its manifest. */
export async function openRelease(folder: string, version: string): Promise<Release> {
  const dist = [folder, join(folder, 'dist')].find((one) => existsSync(join(one, 'frames/manifest.json')))
  if (dist === undefined) throw new CommandError(`${folder} contains no release: dist/frames/manifest.json is missing.`)
  const other = versionIn(join(dist, '..'))
  if (other !== undefined && other !== version)
    throw new CommandError(
      `${folder} is version ${other}, and this command ${version}, whose headers may differ. Run the command of that release.`,
    )
  const [documents, scriptTag] = await Promise.all([loadDocuments(dist), loadScriptTag(dist)]).catch(asCommandError)
  return { version, documents, scriptTag }
}

function versionIn(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version
}

const framed = { 'sec-fetch-dest': 'iframe', 'accept-language': 'en' }

/** The documents that open in frames. */
export const [card, challenge] = ['/card', '/3ds'].map((path): Target => ({ path, headers: framed })) as [
  Target,
  Target,
]

/** The documents, every script of the release, and an answer with the headers that all others have. */
export const targetsOf = ({ documents, scriptTag }: Release): readonly Target[] => [
  card,
  challenge,
  ...[...scriptTag.keys()].map((name) => plain(scriptTagPath + name)),
  ...scriptsOf(documents).map(({ file }) => plain(assetsPath + file)),
  plain('/3ds/return?k=a.b'),
  plain('/healthz'),
]

const plain = (path: string): Target => ({ path, headers: {} })
