import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { secrets, openStack } from '../../../demo/stack.ts'
import { checkoutMarkup, signOrder } from '../../../server/ticket.ts'
import { htmlPage, type StaticFile } from '../browser/pages.ts'
import type { Subject } from '../browser/subject.ts'
import type { Vendors } from '../vendors/servers.ts'
import { peers } from '../vendors/catalogue.ts'
import { pageOf } from '../vendors/pages.ts'
import { openFront } from './front.ts'
import { Link, type LinkSpeed } from './link.ts'

const SHOP = 'https://shop.example'
const PROXY = 'https://pay.example'
/** Where a peer's documents have shops load its files from, as Moyasar's do (docs.moyasar.com/credit-card). */
const CDN = 'https://cdn.example'

export const names = {
  without: 'the page without a checkout',
  tag: 'this checkout, by the script tag',
  served: 'this checkout, its frame in the HTML',
} as const

const TAG = `<script async crossorigin src="${PROXY}/v1/checkout.js"></script>`

/** The bodies of the pages by their path; a checkout shows its form and a wallet. */
const bodies: Readonly<Record<string, (order: string) => string>> = {
  '/without': () => '',
  '/tag': (order) => `<tender-checkout order="${order}" src="${PROXY}"></tender-checkout>`,
  '/served': (order) => checkoutMarkup(order, { src: PROXY }),
}

export interface PhonePages {
  readonly subjects: readonly Subject[]
  readonly origin: string
  readonly flags: readonly string[]
  /** How many connections to the proxy have carried a request. */
  connections(): number
  close(): Promise<void>
}

/** A shop, the proxy, and other vendors' servers, each behind TLS and HTTP/2 at the other end of one link. */
export async function openPhonePages(
  speed: LinkSpeed,
  files: ReadonlyMap<string, StaticFile>,
  vendors: Vendors | undefined,
): Promise<PhonePages> {
  const { privateKey: key, certificate: cert } = await makeKeys('bench', systemClock, systemRandom)
  const stack = await openStack({
    port: 0,
    shops: [SHOP],
    env: {
      TENDER_PUBLIC_URL: PROXY,
      TENDER_SHOP_ORIGINS: SHOP,
      TENDER_LIMIT_FORM_TIME_MS: 'none',
      TENDER_TRUST_PROXY: '127.0.0.1/32',
    },
  })
  let orders = 0
  const byTag = peers.find(({ id }) => id === 'moyasar')!
  const shop = createServer(async ({ url = '/' }, response) => {
    const file = url === '/by-tag' ? { type: 'text/html', body: pageOf(byTag, CDN) } : files.get(url)
    const claims = {
      orderNumber: `phone-${Date.now()}-${(orders += 1)}`,
      amount: 4990,
      currency: '978',
      returnUrl: SHOP,
    }
    const page = async (): Promise<string> => {
      const order = await signOrder({ ...claims, methods: ['card', 'googlePay'] }, secrets.ticketSecret)
      const body = bodies[url]?.(order) ?? ''
      return htmlPage(`<h1>Shop</h1>${body}`, body && TAG)
    }
    const { type, body, encoding } = file ?? { type: 'text/html', body: gzipSync(await page()), encoding: 'gzip' }
    response.writeHead(200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }).end(body)
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  const fronts = await Promise.all(
    [`http://127.0.0.1:${(shop.address() as AddressInfo).port}`, stack.addresses.proxy].map((target) =>
      openFront({ key, cert }, target),
    ),
  )
  const link = new Link(speed)
  const [shopPort, proxyPort] = [await link.to(fronts[0]!.port), await link.to(fronts[1]!.port)]
  const cdnPort = await link.to(fronts[0]!.port)
  const rest = vendors ? `127.0.0.1:${await link.to(vendors.port)}` : '~NOTFOUND'
  const rules = [
    `MAP shop.example 127.0.0.1:${shopPort}`,
    `MAP pay.example 127.0.0.1:${proxyPort}`,
    `MAP cdn.example 127.0.0.1:${cdnPort}`,
    `MAP * ${rest}`,
  ]
  const at = (path: string) => async () => SHOP + path
  const ready = { page: 'tender-checkout >>> [data-testid=wallet-google-pay]', frame: '#number' }
  return {
    origin: SHOP,
    connections: () => fronts[1]!.connections(),
    flags: ['--ignore-certificate-errors', `--host-resolver-rules=${[...rules, 'EXCLUDE 127.0.0.1'].join(', ')}`],
    subjects: [
      { name: names.without, address: at('/without'), ready: { page: 'h1' } },
      { name: names.tag, address: at('/tag'), ready },
      { name: names.served, address: at('/served'), ready },
      ...(vendors ? [{ name: `${byTag.name}, by its tags`, address: at('/by-tag'), ready: byTag.ready }] : []),
    ],
    async close() {
      link.close()
      for (const front of fronts) front.close()
      shop.closeAllConnections()
      shop.close()
      await stack.close()
    },
  }
}
