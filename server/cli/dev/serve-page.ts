import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { minorUnits } from '#contract/money/minor-units.ts'
import type { Random } from '#contract/ports.ts'
import { guardServer } from '#ports/server-guard.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { script, style } from './page-assets.ts'
import { pageOf } from './page.ts'

/** What the page is made of; addresses have no trailing slash. */
interface PageOptions {
  readonly shop: string
  readonly proxy: string
  readonly console: string
  readonly wallets: string
  readonly cards: readonly TestCard[]
  readonly random: Random
  readonly sign: (claims: OrderClaims) => Promise<string>
}

/** The page's server, which answers once it knows the other servers. */
export interface DevPage {
  /** Without a trailing slash. */
  readonly url: string
  serve(options: Omit<PageOptions, 'shop'>): void
  close(): Promise<void>
}

/** The name of this machine that browsers take for another site than the proxy's. */
const HOST = 'localhost'

/** Listens on a port, or on any free one when it is 0. */
export async function openDevPage(port: number): Promise<DevPage> {
  let answer: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = guardServer(createServer((request, response) => answer(request, response))).listen(port, HOST)
  await once(server, 'listening')
  const shop = `http://${HOST}:${(server.address() as AddressInfo).port}`
  return {
    url: shop,
    serve: (options) => void (answer = listenerOf({ shop, ...options })),
    close: () => closed(server),
  }
}

async function closed(server: Server): Promise<void> {
  const close = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await close
}

const files: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/page.js': { type: 'text/javascript; charset=utf-8', text: script },
  '/page.css': { type: 'text/css; charset=utf-8', text: style },
}

const listenerOf =
  (options: PageOptions): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '/', options.shop)
    const file = Object.hasOwn(files, url.pathname) ? files[url.pathname] : undefined
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(file.text)
    if (url.pathname !== '/') return void response.writeHead(404).end()
    sendPage(url, response, options).catch(() => response.destroy())
  }

const STANDARD_AMOUNT = '49.90'

/** Each order has an address of its own, to which the shopper returns from the bank. */
async function sendPage(url: URL, response: ServerResponse, options: PageOptions): Promise<void> {
  const { searchParams } = url
  const amount = searchParams.get('amount') ?? STANDARD_AMOUNT
  const orderNumber = searchParams.get('order')
  if (!orderNumber) {
    const order = new URLSearchParams({ order: `dev-${options.random.uuid().slice(0, 8)}`, amount })
    return void response.writeHead(303, { location: `/?${order.toString()}` }).end()
  }
  const returnUrl = `${options.shop}/?${new URLSearchParams({ order: orderNumber, amount }).toString()}`
  const sum = centsIn(amount)
  const ticket =
    sum === undefined ? undefined : await options.sign({ orderNumber, amount: sum, currency: '978', returnUrl })
  const { proxy, console, cards } = options
  const page = pageOf({ orderNumber, amount, proxy, console, cards, ...(ticket !== undefined && { ticket }) })
  response.writeHead(ticket === undefined ? 400 : 200, headersOf(options)).end(page)
}

/** An amount of euros as typed, such as `49.90`, in cents. */
export function centsIn(text: string): number | undefined {
  const [, euros, cents = '0'] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  return euros === undefined ? undefined : minorUnits(`${euros}.${cents}`, 'EUR') || undefined
}

/** The policy that docs/security/headers.md gives to shops, with the sandbox's wallets and console. */
const headersOf = ({ proxy, wallets, console }: PageOptions) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${proxy}`,
    "style-src 'self'",
    `frame-src ${proxy} ${wallets} ${console}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
})
