import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BANK_PAGE, kebabOf, walletNames } from '#contract/methods/methods.ts'
import { proxyErrors, ProxyError } from '#contract/proxy-errors.ts'
import type { ProxyConfig } from '../config/config.ts'
import { encodeText, readEncoded, type EncodedFile } from './encoded-file.ts'
import type { Releases } from './release-folder.ts'
import { SCRIPT, sendable, sendScript } from './send-encoded.ts'

/**
 * The built files of the script tag by their path under `/v1/`. The entry has two: one that leads to each build's own,
 * and one that names its bytes, so that a page may pin it by `integrity`.
 */
export type ScriptTag = ReadonlyMap<string, EncodedFile>

/**
 * Reads the script tag's files from `cdn/` of the build's folder; rejects with a message when they are missing.
 *
 * @example
 * ```ts
 * import { buildProxy, loadScriptTag, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const scriptTag = await loadScriptTag('node_modules/tender-checkout/dist')
 *   return buildProxy(config, { ...options, scriptTag })
 * }
 * ```
 */
export async function loadScriptTag(dist: string): Promise<ScriptTag> {
  const folder = join(dist, 'cdn')
  const chunks = await readdir(join(folder, 'chunks')).catch(() => {
    throw new Error(`The script tag is not built in ${folder}: run \`npm run build\` first`)
  })
  const there = await readdir(folder)
  const tags = entries.filter((name) => there.includes(name))
  const names = [...tags, ...chunks.filter((name) => name.endsWith('.js')).map((name) => CHUNKS + name)]
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readEncoded(join(folder, name))] as const)),
  )
  for (const name of tags) files.set(pinnedName(name, files.get(name)!), files.get(name)!)
  return files
}

/** What a script tag may name: the element, and the bank's `PaymentForm` over it. */
const entries = ['checkout.js', 'payment-form.js'] as const

const sha384 = ({ bytes }: EncodedFile, encoding: 'base64' | 'hex'): string =>
  createHash('sha384').update(bytes).digest(encoding)

const pinned = (entry: string, hash: string): string => entry.replace('.js', `-${hash}.js`)

const pinnedName = (entry: string, file: EncodedFile): string => pinned(entry, sha384(file, 'hex').slice(0, 16))

/** Whether an address names its bytes: a chunk's, or the entry's own. */
export const isPinned = (name: string): boolean => !(entries as readonly string[]).includes(name)

/** The evergreen entry leads to the newest build, so a shop must see a new one soon. */
const keptFor = (name: string): string =>
  isPinned(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'

export const scriptTagPath = '/v1/'

const CHUNKS = 'chunks/'

/** Browsers remember that an address failed: for a retry, each chunk has further addresses, beside those of its imports. */
const chunkPaths = [`${scriptTagPath}${CHUNKS}:part`, `${scriptTagPath}retry-:number/${CHUNKS}:part`]

const readByAnyShop = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * Refuses an address of the script tag with a script that does nothing: a browser hides the status of any other type
 * from a page of another origin, so a wrong address would look like a forbidden one.
 */
export const refuseScript = (reply: FastifyReply, { code, message }: ProxyError): FastifyReply =>
  reply.code(proxyErrors[code].status).headers(readByAnyShop).type(SCRIPT).send(`// ${code}: ${message}\n`)

/** The hashes of a build's files, as `integrity` has them: of the entry by its own address, and of each chunk. */
const integrityOf = (files: ScriptTag): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...files]
      .filter(([name]) => isPinned(name))
      .map(([name, file]) => [scriptTagPath + name, `sha384-${sha384(file, 'base64')}`]),
  )

/**
 * What the evergreen entries say of their proxy, whose settings the build does not know: whether the bank's page is the only
 * way to pay, before the element opens a frame for anything else; and the chunk that draws each method beside the card, by
 * the beginning of its name, so that none is asked for only once the order is there.
 */
export interface Offers {
  readonly only?: boolean
  readonly chunks?: Readonly<Record<string, string>>
}

export function offersOf({
  bankPage,
  walletSettings: { offers },
  codeMethods,
}: Pick<ProxyConfig, 'bankPage' | 'walletSettings' | 'codeMethods'>): Offers {
  const wallets = walletNames
    .filter((name) => offers[name])
    .map((name) => [name, offers[name]!.sheet === undefined ? kebabOf(name) : 'sandbox-wallet'])
  const codes = codeMethods.map((name) => [name, 'marks'])
  const all = [...wallets, ...codes, ...(bankPage === 'off' ? [] : [[BANK_PAGE, 'bank-page']])] as [string, string][]
  const chunks = all.length ? { express: 'express', wallet: 'wallet', ...Object.fromEntries(all) } : {}
  return { only: bankPage === 'only', chunks }
}

/** The evergreen entries with what they say of their proxy; those that name their bytes stay. */
export async function withOffers(files: ScriptTag, { only, chunks = {} }: Offers): Promise<ScriptTag> {
  const names = [...files.keys()].map((name) => name.replace(CHUNKS, ''))
  const named = Object.entries(chunks).flatMap(([method, chunk]) => {
    const file = names.find((one) => one.startsWith(`${chunk}-`) && one.length === `${chunk}-12345678.js`.length)
    return file === undefined ? [] : [[method, file] as const]
  })
  const said =
    (only ? `self['${BANK_PAGE}']=1;` : '') +
    (named.length ? `self['tender-files']=${JSON.stringify(Object.fromEntries(named))};` : '')
  if (!said) return files
  const evergreen = [...files].filter(([name]) => !isPinned(name))
  const told = evergreen.map(
    async ([name, { bytes }]) => [name, await encodeText(said + Buffer.from(bytes).toString())] as const,
  )
  return new Map([...files, ...(await Promise.all(told))])
}

/** Hashes of the script tag's files, and what the evergreen entries say besides. */
export const integrityPath = `${scriptTagPath}integrity.json`

/**
 * Serves the script tag to any shop. These files are the same for everyone and contain no one's data, so they alone may
 * be read across origins: a browser fetches a module's chunks with CORS. Chunks of other builds come from `releases`.
 */
export function serveScriptTag(
  app: FastifyInstance,
  files: ScriptTag,
  { offers, releases }: { readonly offers?: Offers; readonly releases?: Releases | undefined } = {},
): void {
  const send = (request: FastifyRequest, reply: FastifyReply, name: string, file: EncodedFile): FastifyReply =>
    sendScript(request, reply.headers({ ...readByAnyShop, 'cache-control': keptFor(name) }), sendable(file))
  for (const [name, file] of files)
    if (!name.startsWith(CHUNKS)) app.get(scriptTagPath + name, async (...given) => send(...given, name, file))
  app.get(integrityPath, async (_, reply) =>
    reply.headers({ ...readByAnyShop, 'cache-control': keptFor(entries[0]) }).send({ ...integrityOf(files), offers }),
  )
  // One route for all chunks: each of many merchants has a router of its own, in which a route for each took 1 MB.
  const serveNamed = (path: string, nameOf: (part: string) => string): void =>
    void app.get<{ Params: { part: string } }>(path, async (request, reply) => {
      const name = nameOf(request.params.part)
      const file = files.get(name) ?? (await releases?.find(`${scriptTagPath}${name}`))
      return file ? send(request, reply, name, file) : refuseScript(reply, new ProxyError('not_found'))
    })
  for (const path of chunkPaths) serveNamed(path, (file) => CHUNKS + file)
  if (!releases) return
  for (const entry of entries) serveNamed(scriptTagPath + pinned(entry, ':part'), (hash) => pinned(entry, hash))
}
