import { isByOperator } from '#contract/methods/methods.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { switchesOf, themeOf, type Appearance } from '#contract/appearance/appearance.ts'
import { corrected } from '#contract/appearance/corrected.ts'
import { appearanceIn, localesIn } from '#contract/appearance/document-query.ts'
import { checkoutApi } from '#contract/checkout-api.ts'
import { LONGEST_IN_HEADER } from '#contract/long-ticket.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import { chooseLocale, locales } from '#texts/locales.ts'
import { cardHeaders, cardPolicy, challengeHeaders, challengePolicy, type ScriptSource } from '../http/headers.ts'
import type { ProxyConfig } from '../config/config.ts'
import { sendRefusal } from '../http/refusals.ts'
import { compressTexts } from './compress-texts.ts'
import { drawnMarks } from './drawn-marks.ts'
import { readEncoded, type EncodedFile } from './encoded-file.ts'
import type { Releases } from './release-folder.ts'
import { sendable, sendScript } from './send-encoded.ts'

/** A built script of a frame. */
export interface BuiltScript extends EncodedFile {
  /** Its path under `/assets/`: a folder for the scripts of one frame, and a name with its hash in it. */
  readonly file: string
  /** `sha384-…` of its bytes. */
  readonly integrity: string
}

/** A frame's script, with the chunks that it fetches only when needed. */
export interface FrameScript extends BuiltScript {
  readonly chunks?: readonly BuiltScript[]
}

/** The form in the card's document, as the build has rendered it. */
export interface CardForm {
  /** The style sheet of the form. */
  readonly style: string
  /** By the tag of each locale: the document's title, and the markup of its body. */
  readonly locales: Readonly<Record<string, { readonly title: string; readonly markup: string }>>
  /** By the name of each brand: what is drawn of its mark before a number is typed, 38 by 24. */
  readonly marks: Readonly<Record<string, string>>
}

/** The script of the card's document, and the form that it continues from. */
export interface CardScript extends FrameScript {
  readonly form: CardForm
}

/** The scripts of the two frame documents. */
export interface Documents {
  readonly card: CardScript
  readonly challenge: FrameScript
  /** Fills in test cards: in the card's document beside its script, and only where the gateway is a sandbox. */
  readonly testCard?: BuiltScript
}

type ScriptFile = Pick<BuiltScript, 'file' | 'integrity'>
type Listed = ScriptFile & { readonly chunks?: readonly ScriptFile[] }

/** What the build has written about its files. */
interface Manifest {
  readonly card: Listed & { readonly form: CardForm }
  readonly challenge: Listed
  readonly testCard?: Listed
}

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
  const { testCard } = manifest
  const [card, challenge, ...rest] = await Promise.all([
    frame(folder, manifest.card),
    frame(folder, manifest.challenge),
    ...(testCard ? [loaded(folder, testCard)] : []),
  ])
  return { card: { ...card, form: manifest.card.form }, challenge, ...(rest[0] && { testCard: rest[0] }) }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
    const { card, challenge } = manifest
    if (card.file && card.form && challenge.file) return manifest
  } catch {
    // Thrown below.
  }
  throw new Error(`The frame documents are not built in ${folder}: run \`npm run build\` first`)
}

async function frame(folder: string, { file, integrity, chunks = [] }: Listed): Promise<FrameScript> {
  const [entry, ...rest] = await Promise.all([{ file, integrity }, ...chunks].map((one) => loaded(folder, one)))
  return { ...entry!, chunks: rest }
}

async function loaded(folder: string, { file, integrity }: ScriptFile): Promise<BuiltScript> {
  const read = await readEncoded(join(folder, file))
  const hash = `sha384-${createHash('sha384').update(read.bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${file} is not what its manifest says: run \`npm run build\` again`)
  return { file, integrity, ...read }
}

export const assetsPath = '/assets/'

/** The frames' scripts, with their chunks, as every proxy serves them. */
export const scriptsOf = ({ card, challenge }: Documents): readonly BuiltScript[] =>
  [card, challenge].flatMap((script) => [script, ...(script.chunks ?? [])])

/** Serves the two frame documents and their scripts; scripts of other builds come from `releases`. */
export function serveDocuments(
  app: FastifyInstance,
  config: ProxyConfig,
  documents: Documents,
  releases?: Releases,
): void {
  const testCard = config.sandbox === undefined ? undefined : documents.testCard
  void app.register(async (card) => serveCard(card, config, documents, testCard))
  serveChallenge(app, config, documents.challenge)
  serveScripts(app, [...scriptsOf(documents), ...(testCard ? [testCard] : [])], releases)
}

/**
 * The card's document in the locale and the appearance of its query: the same for everyone, so that browsers may cache
 * it. The shopper types into its form before the script has run.
 */
function serveCard(
  app: FastifyInstance,
  { publicUrl, shopOrigins, cardBrands, bankPage }: ProxyConfig,
  { card: script, challenge: { file: challenge } }: Documents,
  testCard?: BuiltScript,
): void {
  const { style, locales: forms, marks } = script.form
  const scripts = [script, ...(testCard ? [testCard] : [])]
  const source = { ...sourceOf(scripts, publicUrl), inline: inlineHash(INLINE) }
  const parents = parentsOf({ publicUrl, shopOrigins })
  compressTexts(app)
  app.get('/card', async (request, reply) => {
    refuseUnframed(request, reply)
    const lang = languageOf(request)
    const query = queryOf(request)
    const { appearance } = corrected(appearanceIn(query))
    // A sentence will come above the fields.
    const channel = isByOperator(query) ? `${query['channel']}` : undefined
    const { title, markup } = forms[lang]!
    // The page does not know yet that no card may be typed into it.
    const hidden = bankPage === 'only' && channel === undefined ? 'body{display:none}' : ''
    const styles = style + themeStyle(appearance) + hidden
    const csp = cardPolicy(source, inlineHash(styles), parents)
    return sendHtml(reply.headers({ ...cardHeaders, vary: VARY, 'content-security-policy': csp }), {
      lang,
      title,
      data: { parents: parents.join(' '), challenge, scheme: appearance.scheme, channel, ...switchesOf(appearance) },
      head: `<style>${styles}</style>`,
      end: `${drawnMarks(cardBrands, marks, directionOf(lang))}${markup}<script>${INLINE}</script>${scripts.map(scriptTagOf).join('')}`,
    })
  })
}

/** What the document depends on, besides the coding. */
const VARY = 'accept-language, sec-fetch-dest'

/** The appearance as a rule after the form's own. */
function themeStyle(appearance: Appearance): string {
  const set = Object.entries(themeOf(appearance)).filter(([, value]) => value !== undefined)
  return set.length ? `:root:root{${set.map(([property, value]) => `${property}:${value}`).join(';')}}` : ''
}

function serveChallenge(app: FastifyInstance, config: ProxyConfig, script: FrameScript): void {
  const { publicUrl, gateway } = config
  const parents = parentsOf(config)
  const csp = challengePolicy(sourceOf([script], publicUrl), parents, gateway.isLoopback)
  app.get('/3ds', async (request, reply) => {
    refuseUnframed(request, reply)
    const lang = languageOf(request)
    const { challengeFrame: title } = (await locales.get(lang)!.load()).checkout
    return sendHtml(reply.headers({ ...challengeHeaders, 'content-security-policy': csp }), {
      lang,
      title,
      data: { parents: parents.join(' ') },
      end: hiddenHeading(title) + EMPTY_FRAME + scriptTagOf(script),
    })
  })
}

/** Who may frame the documents: the shops, and the proxy's own page of a payment link. */
const parentsOf = ({ publicUrl, shopOrigins }: Pick<ProxyConfig, 'publicUrl' | 'shopOrigins'>): readonly string[] => [
  ...new Set([...shopOrigins, publicUrl]),
]

/** A window never shows these documents, so that they need no opener policy. */
function refuseUnframed({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['sec-fetch-dest'] !== 'iframe') throw new ProxyError('not_framed')
  reply.removeHeader('cross-origin-opener-policy')
}

const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  query as Readonly<Record<string, unknown>>

/** The language of the element that a document is for, or else of the browser. */
const languageOf = (request: FastifyRequest): string =>
  chooseLocale(...localesIn(queryOf(request)), acceptedLanguage(request.headers['accept-language']))

/**
 * The first script is the document's own; the policy names the folder of each, which is shorter than all its files. A
 * script without a folder is named itself, since the scripts of all frames would be in its folder.
 */
const sourceOf = (scripts: readonly BuiltScript[], publicUrl: string): ScriptSource => ({
  folders: scripts.map(({ file }) => new URL(file.includes('/') ? '.' : '', publicUrl + assetsPath + file).href),
  integrity: scripts[0]!.integrity,
})

/**
 * A page of another origin can count frames: this inline script adds an empty one where the other script is lost, or the
 * browser cannot parse it. One in the document from the start would take longer than all of the form before it is painted.
 */
const onLoss =
  "addEventListener('error',e=>(e.target.src||e.error instanceof SyntaxError)&&document.body.append(Object.assign(document.createElement('iframe'),{hidden:true})),true)"

/**
 * Reads the order as the document begins, while its script is on its way: the page has put the ticket into the frame's name,
 * which no address, log or referrer has. The script takes the answer where it is asked for the same (`first-reading.ts`).
 */
const readOrder = `if(name&&name.length<=${LONGEST_IN_HEADER})(self.firstReading={ticket:name,answer:fetch('${checkoutApi.checkout.path}',{headers:{authorization:'Bearer '+name,'accept-language':document.documentElement.lang},signal:AbortSignal.timeout(3e4)})}).answer.catch(()=>{})`

const INLINE = `${onLoss};${readOrder}`

/** What tells the page that the challenge's script has not run, which removes the frame. */
const EMPTY_FRAME = '<iframe hidden></iframe>'

const scriptTagOf = ({ file, integrity }: ScriptFile): string =>
  `<script type="module" src="${assetsPath}${file}" integrity="${integrity}"></script>`

/** Serves the frames' scripts, and those of other builds, by one route: each of many merchants has a router of its own. */
function serveScripts(app: FastifyInstance, scripts: readonly BuiltScript[], releases: Releases | undefined): void {
  const byFile = new Map(scripts.map((script) => [script.file, script]))
  app.get<{ Params: { readonly '*': string } }>(`${assetsPath}*`, async (request, reply) => {
    const file = request.params['*']
    const script = byFile.get(file) ?? (await releases?.find(assetsPath + file))
    return script ? sendForEver(request, reply, script) : sendRefusal(reply, new ProxyError('not_found'))
  })
}

/** The name contains the hash of the content, so it may be cached for ever. */
const sendForEver = (request: FastifyRequest, reply: FastifyReply, script: EncodedFile): FastifyReply =>
  sendScript(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), sendable(script))

/** Until the script shows it to screen readers alone: the document has no style sheet of its own. */
const hiddenHeading = (title: string): string => mainOf(title).replace('<h1>', '<h1 hidden>')

/** The landmark and the heading of a page; `rest` is markup, the title is escaped. */
export const mainOf = (title: string, rest = ''): string => `<main><h1>${escapeHtml(title)}</h1>${rest}</main>`

/** The parts of an HTML page of the proxy; everything but `head` and `end` is escaped. */
export interface Html {
  readonly lang: string
  readonly title: string
  /** `data-…` attributes of the root, which the script reads. */
  readonly data: Readonly<Record<string, string | undefined>>
  /** Markup in the head of the page. */
  readonly head?: string
  /** Markup of its body. */
  readonly end: string
}

const directionOf = (lang: string): 'ltr' | 'rtl' => locales.get(lang)?.direction ?? 'ltr'

export function sendHtml(reply: FastifyReply, { lang, title, data, head = '', end }: Html): FastifyReply {
  const attributes = Object.entries(data).map(([name, value]) =>
    value === undefined ? '' : ` data-${name}="${escapeHtml(value)}"`,
  )
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"${attributes.join('')}><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>${head}</head><body>${end}</body></html>`,
    )
}

/** The language of the element, where it is signed in an address, or else of the browser. */
export const languageSigned = (locale: unknown, { headers }: FastifyRequest): string =>
  typeof locale === 'string' && locales.has(locale) ? locale : acceptedLanguage(headers['accept-language'])

/** The first language of an Accept-Language header that has a locale. */
export const acceptedLanguage = (accepted: string | undefined): string =>
  chooseLocale(...(accepted ?? '').split(',').map((wanted) => wanted.split(';')[0]!.trim()))
