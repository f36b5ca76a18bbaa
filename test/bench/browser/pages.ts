import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secrets, openStack } from '../../../demo/stack.ts'
import { signOrder } from '../../../server/index.ts'

/** A page that is measured. */
export interface Subject {
  readonly name: string
  /** Creates what the page needs, such as an order, and returns its address. */
  readonly address: () => Promise<string>
  /** The input that the shopper types into; absent for the empty page. */
  readonly input?: string
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page</title><body>${body}</body></html>`

const input = '<input id="number" inputmode="numeric" autocomplete="cc-number" style="font:16px sans-serif">'

/** The pages by their path; a frame is of another site than its page. */
const pages: Readonly<Record<string, (frames: string) => string>> = {
  '/blank': () => page('<p>Shop'),
  '/bare': () => page(input),
  '/frame': (frames) => page(`<iframe src="${frames}/bare" style="border:0;width:100%;height:340px"></iframe>`),
}

interface Pages {
  readonly subjects: readonly Subject[]
  close(): Promise<void>
}

const listening = (server: Server, host: string): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`)),
  )

/** Serves the baselines, and a bare page with the script tag and one checkout, from a shop at another site. */
export async function openPages(): Promise<Pages> {
  let [frames, orders] = ['', 0]
  const shop = createServer(async ({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html')
    const proxy = stack.addresses.proxy
    const make = pages[url]
    if (make) return void response.end(make(frames))
    const claims = {
      orderNumber: `bench-${url.slice(1)}`,
      amount: 4990,
      currency: '978',
      returnUrl: origin,
      methods: ['card' as const],
    }
    const ticket = await signOrder(claims, secrets.ticketSecret)
    response.end(
      page(
        `<script src="${proxy}/v1/checkout.js"></script><tender-checkout order="${ticket}" src="${proxy}"></tender-checkout>`,
      ),
    )
  })
  const other = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(pages[request.url ?? '']?.(frames) ?? '')
  })
  const origin = await listening(shop, 'localhost')
  frames = await listening(other, '127.0.0.1')
  const stack = await openStack({ port: 0, env: { TENDER_SHOP_ORIGINS: origin, TENDER_LIMIT_HASTE_MS: 'none' } })
  const at = (name: string, path: string, typed = true): Subject => ({
    name,
    address: async () => origin + path,
    ...(typed && { input: '#number' }),
  })
  return {
    subjects: [
      at('an empty page', '/blank', false),
      at('a bare input in the page', '/bare'),
      at('a bare input in a cross-site frame', '/frame'),
      { name: 'this checkout', address: async () => `${origin}/${Date.now()}-${(orders += 1)}`, input: '#number' },
    ],
    async close() {
      for (const server of [shop, other]) {
        server.closeAllConnections()
        server.close()
      }
      await stack.close()
    },
  }
}
