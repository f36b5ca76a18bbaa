import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secrets, openStack } from '../../../demo/stack.ts'
import { checkoutMarkup, signOrder } from '../../../server/ticket.ts'
import type { Subject } from './subject.ts'

/** A file that the shop serves beside its pages. */
export interface StaticFile {
  readonly type: string
  readonly body: string | Buffer
  /** The encoding of the body, such as `br`; absent, it is plain. */
  readonly encoding?: string
}

/** A page with something below its form, which is what moves when a form comes that had no place. */
export const htmlPage = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page</title>${head}<body>${body}<p>What follows</p></body></html>`

const input = '<input id="number" inputmode="numeric" autocomplete="cc-number" style="font:16px sans-serif">'

/** The pages by their path; a frame is of another site than its page. */
const pages: Readonly<Record<string, (frames: string) => string>> = {
  '/blank': () => htmlPage('<p>Shop'),
  '/bare': () => htmlPage(input),
  '/frame': (frames) => htmlPage(`<iframe src="${frames}/bare" style="border:0;width:100%;height:340px"></iframe>`),
}

/** The page without a checkout, the least that isolation costs, and this checkout, by its script tag alone or with its frame. */
export const names = {
  empty: 'an empty page',
  bare: 'a bare input in the page',
  frame: 'a bare input in a cross-site frame',
  own: 'this checkout',
  served: 'this checkout, its frame in the HTML',
} as const

interface Pages {
  readonly subjects: readonly Subject[]
  /** The shop's origin, which also serves the given files. */
  readonly origin: string
  close(): Promise<void>
}

const listening = (server: Server, host: string): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`)),
  )

/** Serves the baselines, bare pages with the script tag and one checkout, and files, from a shop at another site. */
export async function openPages(files: ReadonlyMap<string, StaticFile> = new Map()): Promise<Pages> {
  let [frames, orders] = ['', 0]
  const shop = createServer(
    serve(async (url) => {
      const found = files.get(url)
      if (found) return found
      const make = pages[url]
      return { type: 'text/html', body: make ? make(frames) : await checkoutPage(url) }
    }),
  )
  const checkoutPage = async (url: string): Promise<string> => {
    const proxy = stack.addresses.proxy
    const orderNumber = `bench-${url.slice(1)}`
    const claims = { orderNumber, amount: 4990, currency: '978', returnUrl: origin, methods: ['card' as const] }
    const ticket = await signOrder(claims, secrets.ticketSecret)
    const isServed = url.endsWith('-served')
    return htmlPage(
      isServed
        ? `<script async src="${proxy}/v1/checkout.js"></script>${checkoutMarkup(ticket, { src: proxy })}`
        : `<script src="${proxy}/v1/checkout.js"></script><tender-checkout order="${ticket}" src="${proxy}"></tender-checkout>`,
    )
  }
  const other = createServer(serve(async (url) => ({ type: 'text/html', body: pages[url]?.(frames) ?? '' })))
  const origin = await listening(shop, 'localhost')
  frames = await listening(other, '127.0.0.1')
  const stack = await openStack({ port: 0, env: { TENDER_SHOP_ORIGINS: origin, TENDER_LIMIT_FORM_TIME_MS: 'none' } })
  const at = (path: string) => async () => origin + path
  const number = '#number'
  return {
    origin,
    subjects: [
      { name: names.empty, address: at('/blank'), ready: { page: 'p' } },
      { name: names.bare, address: at('/bare'), ready: { page: number }, types: 'page' },
      { name: names.frame, address: at('/frame'), ready: { page: 'iframe', frame: number }, types: 'frame' },
      ...(
        [
          [names.own, ''],
          [names.served, '-served'],
        ] as const
      ).map(([name, kind]) => ({
        name,
        address: async () => `${origin}/${Date.now()}-${(orders += 1)}${kind}`,
        ready: { page: 'tender-checkout >>> iframe', frame: number },
        types: 'frame' as const,
      })),
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

const serve =
  (find: (url: string) => Promise<StaticFile>): RequestListener =>
  async ({ url = '/' }, response) => {
    const { type, body, encoding } = await find(url)
    response.writeHead(200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }).end(body)
  }
