import { correction, generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { ProxyError } from '#contract/proxy-errors.ts'
import { LINK_LIFETIME, type PaymentLink } from '#server-contract/merchant/links.ts'
import type { merchantApi } from '#server-contract/merchant/merchant.ts'
import type { Request } from '#contract/operation.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { buildLinks } from '../tickets/links.ts'
import type { TicketReader } from '../tickets/ticket.ts'
import { TicketRefused } from '../tickets/ticket-refused.ts'

/** Characters of an address: more fit into no QR code that a phone reads from a screen. */
const LONGEST = 2000

/** Characters of an address to return to (online gateway 4.1). */
const LONGEST_RETURN = 512

/** Makes a payment link; its order is checked as that of a ticket is, so that no payer opens a link that cannot be paid. */
export function buildLink(proxy: ProxyContext, readTicket: TicketReader) {
  const links = buildLinks(proxy)
  return async ({ order, expiresIn = LINK_LIFETIME }: Request<(typeof merchantApi)['link']>): Promise<PaymentLink> => {
    const iat = Math.floor(proxy.clock.now() / 1000)
    const claims = { ...order, iat, exp: iat + expiresIn }
    const url = links.addressOf(claims)
    if (url.length > LONGEST)
      throw wrong('order', `must be shorter: the link has ${url.length} characters of ${LONGEST}`)
    if (order.returnUrl === undefined && url.length > LONGEST_RETURN)
      throw wrong('order.returnUrl', `is required, since the link is too long to come back to (${LONGEST_RETURN})`)
    const ticket = await links.ticketOf(claims, url)
    const { methods } = await readTicket(`Bearer ${ticket}`).catch(asField)
    if (methods?.length === 0)
      throw wrong('order.methods', 'must name more than wallets, which pay in the page of a shop only')
    return { url, expiresAt: claims.exp * 1000, qr: qrOf(url) }
  }
}

const wrong = (field: string, rule: string): ProxyError => new ProxyError('field_invalid', rule, field)

function asField(error: unknown): never {
  if (!(error instanceof TicketRefused)) throw error
  const { field = '', rule } = error.known
  throw wrong(`order.${field}`, rule ?? 'is not valid')
}

/** Pixels of a module, so that a phone reads the code from a screen as it is shown. */
const SCALE = 4

/** Black on white in every theme, as apps expect it; nothing in it can be more than a path of numbers. */
const qrOf = (url: string): string =>
  toSvgSource(generate(url, { minCorrectionLevel: correction.M }), { on: '#000', off: '#fff', pad: 4, scale: SCALE })
