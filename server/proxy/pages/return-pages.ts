import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { orderStatus } from '#server-contract/gateway/orders.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import type { ProxyPageTexts } from '#texts/language.ts'
import { locales } from '#texts/locales.ts'
import { readAttemptShared } from '../orders/read/attempts.ts'
import type { OrderAttempt } from '../orders/attempts.ts'
import { languageSigned, mainOf, sendHtml, type Html } from '../static-files/documents.ts'
import type { Notifications } from '../external-three-ds/notifications.ts'
import { pagePolicy } from '../http/headers.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { returnIn, withOrderId, type Return } from '../payments/return-address.ts'
import { leadsToShop } from '../tickets/ticket.ts'

/**
 * Notifies the parent document that the shopper is back, and takes its language and title until it is removed, since it
 * is in the language of the element. Without a parent, or in the frame in which a page shows its shop, goes on to the
 * shop; a frame of the bank's own, deeper inside, does not.
 */
const script =
  'const e=document.documentElement,d=e.dataset,h=document.querySelector("h1"),' +
  'go=a=>a&&location.replace(a);' +
  'if(parent===self)go(d.to);else try{const{title:t,documentElement:p}=parent.document;' +
  'parent.postMessage({tender:d.tender,nonce:d.nonce},location.origin);' +
  'h.style.cssText="position:absolute;clip-path:inset(50%)";' +
  'document.title=h.textContent=t;e.lang=p.lang;e.dir=p.dir}' +
  'catch{parent===top&&go(d.to||d.alone&&location+d.alone)}'
const hash = inlineHash(script)

/** The page's message to its parent, and its destination without one. */
interface Message {
  readonly tender?: 'method' | 'returned'
  readonly nonce?: string
  readonly to?: string | undefined
  /** What the address has besides where the same page says its destination, for a frame that is not the element's. */
  readonly alone?: string
}

/** Bytes of a form that an access server may post; only a `cres` for the merchant's own 3-D Secure server is read. */
const LARGEST_FORM = 256 * 1024

/** Serves the pages that 3-D Secure returns to: signals for the browser, which decide nothing. */
export function serveReturnPages(app: FastifyInstance, proxy: ProxyContext, own?: Notifications): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: LARGEST_FORM },
    async (_: unknown, form: Buffer) => form,
  )
  const policy = pagePolicy(hash, proxy.config.shopOrigins)
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    message: Message,
    locale?: string,
  ): Promise<FastifyReply> =>
    sendHtml(
      reply.header('content-security-policy', policy),
      await page(languageSigned(locale, request), message, isFramed(request)),
    )
  const methodPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = (await own?.method(inQuery(request, 'k'))) ?? inQuery(request, 'n')
    return send(request, reply, /^[\w-]{1,64}$/.test(nonce) ? { tender: 'method', nonce } : {})
  }
  const returnPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const back = returnIn(proxy.signer, inQuery(request, 'k'))
    if (!back) return (await afterExternalChallenge(request, reply)) ?? send(request, reply.code(400), {})
    const check = readOnce(proxy, back)
    const orderId = back.orderId || ((await check())?.orderId ?? '')
    const nonce = proxy.signer.nonceOf(orderId)
    // In the element's own frame there is no destination, and the status need not be read.
    if (isFramed(request)) return send(request, reply, { tender: 'returned', nonce, alone: ALONE }, back.locale)
    const to = await destination(proxy, { ...back, orderId }, async () => hasFailed(await check()))
    return send(request, reply, { tender: 'returned', nonce, to }, back.locale)
  }
  const afterExternalChallenge = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    // A HEAD request, as of a link's preview, is no return.
    if (request.method === 'HEAD') return undefined
    const back = await own?.challenge(inQuery(request, 'k'), cresIn(request))
    if (!back) return undefined
    const { nonce, locale } = back
    const to = await destination(proxy, back, async () => back.hasFailed)
    return send(request, reply, { tender: 'returned', nonce, to }, locale)
  }
  app.post('/3ds/method', { bodyLimit: LARGEST_FORM }, methodPage)
  app.get('/3ds/return', returnPage)
  app.post('/3ds/return', { bodyLimit: LARGEST_FORM }, returnPage)
}

const inQuery = ({ query }: FastifyRequest, name: string): string => {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

/** Characters of a CRes that are passed on. */
const LONGEST_CRES = 16_384

function cresIn({ body }: FastifyRequest): string | undefined {
  const cres = Buffer.isBuffer(body) ? new URLSearchParams(body.toString()).get('cres') : null
  return cres === null || cres.length > LONGEST_CRES ? undefined : cres
}

async function page(lang: string, message: Message, isFramed: boolean): Promise<Html> {
  const { to, ...text } = message
  const { checkout, proxyPages } = await locales.get(lang)!.load()
  const { challengeFrame: title } = checkout
  const words = isFramed ? '' : `<p>${sentence(proxyPages, to)}</p>`
  return {
    lang,
    title,
    data: { ...text, ...(to !== undefined && { to }) },
    end: `${mainOf(title, words)}<script>${script}</script>`,
  }
}

const sentence = ({ back, close }: ProxyPageTexts, to: string | undefined): string =>
  to === undefined ? escapeHtml(close) : `<a href="${escapeHtml(to)}">${escapeHtml(back)}</a>`

const ALONE = '&alone=yes'

const isFramed = ({ headers, url }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'iframe' && !url.endsWith(ALONE)

/** Where the shopper goes on from a page that is not in the element's own frame. */
async function destination(
  proxy: ProxyContext,
  back: Pick<Return, 'orderId' | 'returnUrl'> & { readonly failUrl?: string | undefined },
  isFailed: () => Promise<boolean>,
): Promise<string | undefined> {
  const { returnUrl, failUrl } = back
  const address = failUrl !== undefined && (await isFailed()) ? failUrl : returnUrl
  return address !== undefined && leadsToShop(address, proxy.config.shopOrigins)
    ? withOrderId(address, back.orderId)
    : undefined
}

type Check = () => Promise<OrderAttempt | undefined>

/** Reads the order on the first call only: the address has no orderId where the payment registered its own order. */
function readOnce(proxy: ProxyContext, { number }: Return): Check {
  let attempt: Promise<OrderAttempt | undefined> | undefined
  return () => (attempt ??= readAttemptShared(proxy, number).catch(() => undefined))
}

const hasFailed = (attempt: OrderAttempt | undefined): boolean => attempt?.status.orderStatus === orderStatus.declined
