import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { proxyErrors, ProxyError } from '#contract/proxy-errors.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { locales } from '#texts/locales.ts'
import { acceptedLanguage, sendHtml } from '../static-files/documents.ts'
import { LARGEST_BODY } from '../http/body-limits.ts'
import { closedPolicy } from '../http/headers.ts'
import { lineOf } from '../http/log.ts'
import { noteOf, hostedPagePath, type Observer } from '../http/observe.ts'
import { contextsByMerchant } from '../orders/child-merchant.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { refusalFrom } from '../http/refusals.ts'
import type { TicketReader } from '../tickets/ticket.ts'
import { clientInfoOf } from '../payments/client-info.ts'
import { hostedPage } from './hosted-page.ts'

const FORM = 'application/x-www-form-urlencoded'

/**
 * Serves payments without JavaScript, or where the frame is blocked: a form that posts the ticket as `order` is
 * redirected to the gateway's own page (303). An error is shown as a page.
 */
export function serveHostedPage(
  app: FastifyInstance,
  proxy: ProxyContext,
  observer: Observer,
  readTicket: TicketReader,
): void {
  const of = contextsByMerchant(proxy)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: LARGEST_BODY },
    async (_: FastifyRequest, body: string) => ticketIn(body),
  )
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error)
    observer.note(request, noteOf(refused))
    if (refused.code === 'internal' && !(error instanceof ProxyError))
      proxy.log.error({ traceId: request.id, code: 'internal', ...lineOf(error) })
    return sendPage(request, reply.code(proxyErrors[refused.code].status), 'refused', { code: refused.code })
  })
  app.post(hostedPagePath, async (request, reply) => {
    const ticket = await readTicket(`Bearer ${String(request.body ?? '')}`)
    observer.note(request, { order: ticket.orderNumber })
    const address = await hostedPage(of(ticket), { ticket, clientInfo: clientInfoOf(request) })
    if (address !== undefined) return reply.redirect(address, 303)
    return sendPage(request, reply.code(409), 'pending', { back: ticket.returnUrl })
  })
}

/** Throws on two tickets, which could mean two orders; a missing one is refused by the ticket's reader. */
function ticketIn(body: string): string {
  const tickets = new URLSearchParams(body).getAll('order')
  if (tickets.length > 1) throw new ProxyError('field_invalid', 'must be given once', 'order')
  return tickets[0] ?? ''
}

interface Message {
  readonly code?: string
  /** Address that the shopper may go back to. */
  readonly back?: string
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  message: 'refused' | 'pending',
  { code, back: address }: Message,
): Promise<FastifyReply> {
  const lang = acceptedLanguage(request.headers['accept-language'])
  const { back, [message]: sentence } = (await locales.get(lang)!.load()).proxyPages
  const reference = code === undefined ? '' : `<p><code>${escapeHtml(code)}</code></p>`
  const link = address === undefined ? '' : `<p><a href="${escapeHtml(address)}">${escapeHtml(back)}</a></p>`
  const end = `<main><h1>${escapeHtml(sentence)}</h1>${reference}${link}</main>`
  return sendHtml(reply.header('content-security-policy', closedPolicy), { lang, title: sentence, data: {}, end })
}
