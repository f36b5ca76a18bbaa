import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#contract/faults.ts'
import { escapeHtml } from '#router/hop.ts'
import { chooseLocale, locales } from '#texts/locales.ts'
import { cardHeaders, cardPolicy, challengeHeaders, challengePolicy, type ScriptSource } from '../http/headers.ts'
import type { ProxyConfig } from '../config/config.ts'
import { refuse } from '../http/refusals.ts'
import { readEncoded, type EncodedFile } from './encoded-file.ts'
import type { Releases } from './release-folder.ts'
import { sendable, sendScript } from './send-encoded.ts'

/** A built script of a frame. */
export interface BuiltScript extends EncodedFile {
  /** Its name under `/assets/`, with its hash in it. */
  readonly file: string
  /** `sha384-…` of its bytes. */
  readonly integrity: string
}

/** A frame's script, with the chunks that it fetches only when needed. */
export interface FrameScript extends BuiltScript {
  readonly chunks?: readonly BuiltScript[]
}

/** The scripts of the two frame documents. */
export interface Documents {
  readonly card: FrameScript
  readonly challenge: FrameScript
}

type ScriptFile = Pick<BuiltScript, 'file' | 'integrity'>
type Manifest = Readonly<Record<keyof Documents, ScriptFile & { readonly chunks?: readonly ScriptFile[] }>>

/**
 * Reads the built scripts from `frames/` of the build's folder; rejects with a message when they are missing, or
 * changed.
 *
 * @example
 * ```ts
 * import { fileURLToPath } from 'node:url'
 * import { loadDocuments } from 'tender-checkout/server'
 *
 * const dist = fileURLToPath(new URL('dist', import.meta.resolve('tender-checkout/package.json')))
 * const documents = await loadDocuments(dist)
 * ```
 */
export async function loadDocuments(dist: string): Promise<Documents> {
  const folder = join(dist, 'frames')
  const manifest = await readManifest(folder)
  const [card, challenge] = await Promise.all([frame(folder, manifest.card), frame(folder, manifest.challenge)])
  return { card, challenge }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const { card, challenge } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
    if (card.file && challenge.file) return { card, challenge }
  } catch {
    // Thrown below.
  }
  throw new Error(`The frame documents are not built in ${folder}: run \`npm run build\` first`)
}

async function frame(folder: string, { chunks = [], ...script }: Manifest[keyof Manifest]): Promise<FrameScript> {
  const [entry, ...rest] = await Promise.all([script, ...chunks].map((one) => loaded(folder, one)))
  return { ...entry!, chunks: rest }
}

async function loaded(folder: string, { file, integrity }: ScriptFile): Promise<BuiltScript> {
  const read = await readEncoded(join(folder, file))
  const hash = `sha384-${createHash('sha384').update(read.bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${file} is not what its manifest says: run \`npm run build\` again`)
  return { file, integrity, ...read }
}

export const assetsPath = '/assets/'

/** The frames' scripts, with their chunks. */
export const scriptsOf = ({ card, challenge }: Documents): readonly BuiltScript[] =>
  [card, challenge].flatMap((script) => [script, ...(script.chunks ?? [])])

interface Document {
  readonly path: string
  /** The text of its title, and in the challenge's document of the bank's frame's title too. */
  readonly title: 'cardFrame' | 'challengeFrame'
  readonly script: FrameScript
  readonly headers: Readonly<Record<string, string>>
  readonly policy: (script: ScriptSource) => string
}

/** Serves the two frame documents and their scripts; scripts of other builds come from `releases`. */
export function serveDocuments(
  app: FastifyInstance,
  config: ProxyConfig,
  documents: Documents,
  releases?: Releases,
): void {
  for (const document of documentsOf(config, documents)) serveDocument(app, config, document)
  for (const script of scriptsOf(documents)) serveScript(app, script)
  if (releases) serveOtherScripts(app, releases)
}

function documentsOf(config: ProxyConfig, { card, challenge }: Documents): readonly Document[] {
  const shops = config.shopOrigins
  const http = config.gateway.isLoopback
  return [
    {
      path: '/card',
      title: 'cardFrame',
      script: card,
      headers: cardHeaders,
      policy: (script) => cardPolicy(script, shops),
    },
    {
      path: '/3ds',
      title: 'challengeFrame',
      script: challenge,
      headers: challengeHeaders,
      policy: (script) => challengePolicy(script, shops, http),
    },
  ]
}

function serveDocument(app: FastifyInstance, { publicUrl, shopOrigins }: ProxyConfig, document: Document): void {
  const { file, integrity, chunks = [] } = document.script
  const addresses = [document.script, ...chunks].map((script) => `${publicUrl}${assetsPath}${script.file}`)
  const csp = document.policy({ addresses, integrity })
  app.get(document.path, async (request, reply) => {
    if (request.headers['sec-fetch-dest'] !== 'iframe') throw new Refused('not_framed')
    const lang = languageOf(request.headers['accept-language'])
    const { checkout } = await locales.get(lang)!.load()
    return sendHtml(reply.headers({ ...document.headers, 'content-security-policy': csp }), {
      lang,
      title: checkout[document.title],
      data: { parents: shopOrigins.join(' ') },
      // A page of another origin can count frames, and so detect that the script, which removes this one, has not run.
      end: `<iframe hidden></iframe><script type="module" src="/assets/${file}" integrity="${integrity}"></script>`,
    })
  })
}

function serveScript(app: FastifyInstance, script: BuiltScript): void {
  app.get(`${assetsPath}${script.file}`, async (request, reply) => sendForEver(request, reply, script))
}

function serveOtherScripts(app: FastifyInstance, releases: Releases): void {
  app.get(`${assetsPath}:file`, async (request, reply) => {
    const script = await releases.find(assetsPath + (request.params as { readonly file: string }).file)
    return script ? sendForEver(request, reply, script) : refuse(reply, new Refused('not_found'))
  })
}

/** The name contains the hash of the content, so it may be cached for ever. */
const sendForEver = (request: FastifyRequest, reply: FastifyReply, script: EncodedFile): FastifyReply =>
  sendScript(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), sendable(script))

/** The parts of an HTML page of the proxy; everything but `end` is escaped. */
export interface Html {
  readonly lang: string
  readonly title: string
  /** `data-…` attributes of the root, which the script reads. */
  readonly data: Readonly<Record<string, string>>
  /** Markup at the end of the page. */
  readonly end: string
}

export function sendHtml(reply: FastifyReply, { lang, title, data, end }: Html): FastifyReply {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  const direction = locales.get(lang)?.direction ?? 'ltr'
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}" dir="${direction}"${attributes.join('')}><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body>${end}</body></html>`,
    )
}

/** The first language of an Accept-Language header that has a locale. */
export const languageOf = (accepted: string | undefined): string =>
  chooseLocale(...(accepted ?? '').split(',').map((wanted) => wanted.split(';')[0]!.trim()))
