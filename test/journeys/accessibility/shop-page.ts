import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rightToLeft } from '#texts/languages.generated.ts'
import { signOrder, type OrderClaims } from '../../../server/ticket.ts'
import { secrets } from '../../../demo/stack.ts'

/** A shop's page with a heading, a field before the checkout and a link after it. */
export interface ShopPage {
  readonly origin: string
  /** The address of a page with a new order; `locale` is its language, and `attributes` are the checkout's. */
  address(
    ticket: Partial<OrderClaims> & Pick<OrderClaims, 'orderNumber'>,
    locale: string,
    attributes?: Readonly<Record<string, string>>,
  ): string
  close(): void
}

/** The proxy's address is asked for at each request, since the proxy first needs the shop's. */
export function openShopPage(proxy: () => string): Promise<ShopPage> {
  const server = createServer(async ({ url }, response) => {
    const query = new URL(url!, 'http://shop.example').searchParams
    if (!query.has('ticket')) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>No order')
    const given = JSON.parse(query.get('attributes') ?? '{}') as Record<string, string>
    const locale = query.get('locale') ?? 'en'
    const returnUrl = `${originOf(server)}${url}`
    const claims = { amount: 4990, currency: '978', returnUrl, ...(JSON.parse(query.get('ticket')!) as object) }
    const order = await signOrder(claims as OrderClaims, secrets.ticketSecret)
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(documentOf(order, locale, { src: proxy(), ...given }))
  })
  const page: ShopPage = {
    get origin() {
      return originOf(server)
    },
    address(ticket, locale, attributes = {}) {
      const query = { ticket: JSON.stringify(ticket), locale, attributes: JSON.stringify(attributes) }
      return `${originOf(server)}/?${new URLSearchParams(query).toString()}`
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return new Promise((opened) => server.listen(0, 'localhost', () => opened(page)))
}

const originOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`

const documentOf = (order: string, locale: string, { src, ...more }: Record<string, string>): string => `<!doctype html>
  <html lang="${locale}" dir="${rightToLeft.has(locale) ? 'rtl' : 'ltr'}"><meta name="viewport" content="width=device-width">
  <title>Shop</title><script src="${src}/v1/checkout.js"></script>
  <main><h1>Shop</h1><p><label>Coupon <input id="coupon"></label></p>
  <tender-checkout order="${order}" src="${src}"${named(more)}></tender-checkout>
  <p><a href="#terms">Terms</a></p></main></html>`

const named = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
