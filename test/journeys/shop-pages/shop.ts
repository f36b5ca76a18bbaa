import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame, Page } from 'playwright'
import { startCheckout, type RunningCheckout } from '../../../server/testing.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { launchChromium } from '../../support/chromium.ts'

/** What the shop answers at a path. */
interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A page of the shop with a checkout, at its address, with a type and headers of its own, and what is around it. */
export interface ShopPage {
  readonly around?: (element: string) => string
  readonly attributes?: string
  readonly claims?: Partial<OrderClaims>
  readonly type?: string
  /** What loads the element: the script tag, or the package from npm as a bundler leaves it. */
  readonly script?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** A tab for a page of the shop, and the lines of the checkout in its console. */
export interface Visit {
  readonly page: Page
  readonly lines: string[]
  readonly address: string
}

/** A shop with pages of its own, the servers of a checkout, and a browser. */
export interface Shop {
  readonly checkout: RunningCheckout
  readonly browser: Browser
  readonly origin: string
  /** What the shop answers, by path. */
  readonly answers: Map<string, Answer>
  visit(page: ShopPage): Promise<Visit>
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const answers = new Map<string, Answer>()
  const server = createServer(({ url }, response) => {
    const { headers, body } = answers.get(url!.split('?')[0]!) ?? { headers: { 'content-type': 'text/html' }, body: '' }
    response.writeHead(200, headers).end(body)
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const checkout = await startCheckout({ shop: origin })
  const browser = await launchChromium()
  let visits = 0
  return {
    checkout,
    browser,
    origin,
    answers,
    async visit({ around = String, attributes = '', claims = {}, type = 'text/html', headers = {}, ...more }) {
      const page = await browser.newPage()
      await page.addInitScript(addPauses, LATE)
      const lines: string[] = []
      page.on('console', (message) => message.text().startsWith('tender-checkout: ') && lines.push(message.text()))
      const path = `/${visits++}`
      const order = await checkout.sign({ returnUrl: `${origin}${path}`, ...claims })
      const element = `<tender-checkout order="${order}" src="${checkout.proxy}" ${attributes}></tender-checkout>`
      const { script = `<script src="${checkout.proxy}/v1/checkout.js"></script>` } = more
      const head = `<head><title>Shop</title>${script}</head>`
      const html = `<html xmlns="http://www.w3.org/1999/xhtml" lang="en">${head}<body>${around(element)}</body></html>`
      const body = type === 'text/html' ? `<!doctype html>${html}` : html
      answers.set(path, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body })
      return { page, lines, address: origin + path }
    },
    async close() {
      await browser.close()
      await checkout.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Milliseconds in which a page that cannot work says so. */
export const SOON = 2_000

/** The loader's timer for a page that is slow by itself, which fires on a slow machine; milliseconds. */
const LATE = 5_000

/** What {@link addPauses} leaves in a page. */
interface Paused {
  saidAfter?: number
}

/** Adds up the pauses of a page until a checkout says that it cannot work: how long the machine takes does not count. */
function addPauses(late: number): void {
  const { setTimeout } = window
  let pauses = 0
  window.setTimeout = ((task: () => void, ms = 0) =>
    setTimeout(() => {
      if (ms !== late) pauses += ms
      task()
    }, ms)) as typeof window.setTimeout
  const watch = new MutationObserver(() => {
    if (!document.querySelector('tender-checkout[state=failed]')) return
    watch.disconnect()
    ;(window as Paused).saidAfter = pauses
  })
  watch.observe(document, { subtree: true, childList: true, attributes: true })
}

/** Milliseconds that the product itself has waited before it said so. */
export const pausesOf = (page: Page | Frame): Promise<number> => page.evaluate(() => (window as Paused).saidAfter!)
