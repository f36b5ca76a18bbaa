import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '#contract/checkout.ts'
import { isPaid } from '#contract/outcome.ts'
import { proxyErrors, ProxyError } from '#contract/proxy-errors.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { inlineHash } from '#router/inline-hash.ts'
import { locales } from '#texts/locales.ts'
import { linkPolicy, receiptPolicy } from '../../http/headers.ts'
import { lineOf } from '../../http/log.ts'
import { linkRoute, noteOf, type Observer } from '../../http/observe.ts'
import { refusalFrom } from '../../http/refusals.ts'
import { contextsByMerchant } from '../../orders/child-merchant.ts'
import { isRepeatable } from '../../orders/outcome.ts'
import { lookAt } from '../../orders/read/for-shopper.ts'
import { clientInfoOf } from '../../payments/client-info.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import { languageSigned, sendHtml, type Html } from '../../static-files/documents.ts'
import { buildLinks, linkPath } from '../../tickets/links.ts'
import type { TicketReader } from '../../tickets/ticket.ts'
import { buildOpenLimit } from './open-limit.ts'
import { closedPage, style, type Translation } from './page.ts'
import { onPaid, paymentPage } from './payment-page.ts'
import { printing, receiptPage, type PaidOutcome } from './receipt-page.ts'

/** Seconds after a link's end in which it is still a receipt: a payer may be at the bank's page when it ends. */
const TO_COME_BACK = 3600

interface LinkParts {
  readonly readTicket: TicketReader
  /** Whether the script tag is served, without which the page leads to the bank's. */
  readonly hasElement: boolean
}

/**
 * Serves the page of a payment link. A request for it changes nothing at the gateway, since chats and mail servers open
 * every address: the order is read, and registered only once somebody pays.
 */
export function serveLinks(
  app: FastifyInstance,
  proxy: ProxyContext,
  observer: Observer,
  { readTicket, hasElement }: LinkParts,
): void {
  const { publicUrl, gateway, sandbox, shopName: shop } = proxy.config
  const links = buildLinks(proxy)
  const of = contextsByMerchant(proxy)
  const limit = buildOpenLimit(proxy)
  const policies = {
    payment: linkPolicy({
      publicUrl,
      style: inlineHash(style),
      script: inlineHash(onPaid),
      http: gateway.isLoopback,
      sandbox,
    }),
    receipt: receiptPolicy(inlineHash(style), inlineHash(printing)),
  }
  const send = (reply: FastifyReply, policy: keyof typeof policies, page: Html): FastifyReply =>
    sendHtml(reply.headers({ 'content-security-policy': policies[policy], 'x-robots-tag': 'noindex, nofollow' }), page)
  const refuse = async (request: FastifyRequest, reply: FastifyReply, refused: ProxyError): Promise<FastifyReply> => {
    observer.note(request, noteOf(refused))
    const translation = await translationFor(request)
    const { checkout } = translation.texts
    if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter))
    const title = checkout[titles[refused.code] ?? 'troubleOther']
    return send(
      reply.code(refused.code === 'ticket_expired' ? 410 : proxyErrors[refused.code].status),
      'receipt',
      closedPage(translation, title),
    )
  }
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error)
    if (refused.code === 'internal' && !(error instanceof ProxyError))
      proxy.log.error({ traceId: request.id, code: 'internal', ...lineOf(error) })
    return refuse(request, reply, refused)
  })
  app.get<{ Params: { readonly '*': string } }>(linkRoute, async (request, reply) => {
    await limit(clientInfoOf(request).ip)
    const token = request.params['*']
    const claims = links.claimsIn(token)
    if (!claims) throw new ProxyError('not_found')
    observer.note(request, { order: claims.orderNumber })
    const now = Math.floor(proxy.clock.now() / 1000)
    const isOver = claims.exp <= now
    if (claims.exp + TO_COME_BACK <= now) throw new ProxyError('ticket_expired')
    // The ticket of a link that has ended only reads the order for this answer; no page is given it.
    const order = await links.ticketOf(isOver ? { ...claims, exp: now + 60 } : claims, publicUrl + linkPath + token)
    const ticket = await readTicket(`Bearer ${order}`)
    const translation = await translationFor(request, ticket.language)
    const context = of({ ...ticket, language: ticket.language ?? translation.lang })
    // The element reads the order again, and says what is wrong with it.
    const outcome = await lookAt(context, ticket)
      .then((reading) => reading.outcome)
      .catch((): undefined => {})
    if (outcome) observer.note(request, { state: outcome.state })
    if (outcome && isOfPaid(outcome)) {
      const shown = { outcome, ticket, isFromShop: claims.returnUrl !== undefined }
      return send(reply, 'receipt', receiptPage(translation, shown))
    }
    if (isOver && (!outcome || outcome.state === 'pending')) {
      const { pending, pendingHint } = translation.texts.checkout
      return send(reply.header('refresh', '15'), 'receipt', closedPage(translation, pending, pendingHint))
    }
    if (isOver) throw new ProxyError('ticket_expired')
    if (outcome && 'reason' in outcome && !isRepeatable(outcome)) return closed(reply, translation, outcome)
    return send(reply, 'payment', paymentPage(translation, { ticket, order, publicUrl, shop, hasElement }))
  })
  const closed = (
    reply: FastifyReply,
    translation: Translation,
    { state, reason }: Extract<Outcome, { reason: unknown }>,
  ): FastifyReply => {
    const { checkout, reasons } = translation.texts
    return send(reply.code(410), 'receipt', closedPage(translation, checkout[state], reasons[reason]))
  }
}

const isOfPaid = (outcome: Outcome): outcome is PaidOutcome => isPaid(outcome.state)

/** What the page of a link says where it cannot be opened. */
const titles: Readonly<Partial<Record<ProxyError['code'], 'troubleTicket' | 'troubleExpired' | 'troubleTries'>>> = {
  not_found: 'troubleTicket',
  ticket_invalid: 'troubleTicket',
  ticket_expired: 'troubleExpired',
  too_many_tries: 'troubleTries',
}

async function translationFor(request: FastifyRequest, language?: Ticket['language']): Promise<Translation> {
  const lang = languageSigned(language?.toLowerCase(), request)
  return { lang, texts: await locales.get(lang)!.load() }
}
