import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { systemRandom } from '#ports/system.ts'
import { freePort } from '#demo/ports.ts'
import type { Kit } from '../pay-through.ts'
import { listening, startShop, urlOf, type RunningShop } from '../shop.ts'

export interface RunningEngine {
  readonly checkout: Awaited<ReturnType<Kit['startCheckout']>>
  readonly shop: RunningShop
  /** A page of a shopper of its own. */
  shopper(path?: string): Promise<Page>
  /** Whether the proxy's webhooks do not come through, which it sends again later. */
  isDeaf: boolean
  /** Delivers a webhook as the proxy does; resolves with the status of the answer. */
  deliver(event: object): Promise<number>
  close(): Promise<void>
}

/** Milliseconds that the proxy waits for the gateway. */
export const PATIENCE = 5000

interface Engine {
  readonly folder: string
  readonly kit: Kit
  readonly browser: Browser
  /** Its variables, and the command that starts it. */
  readonly start: readonly string[]
  /** Where it receives webhooks. */
  readonly webhook: string
}

/** Starts a shop engine with its plugin, beside a proxy and a sandbox. */
export async function startEngine({ folder, kit, browser, start, webhook: path }: Engine): Promise<RunningEngine> {
  const port = await freePort()
  const secret = `whsec_${Buffer.from(systemRandom.bytes(32)).toString('base64')}`
  const url = urlOf(port) + path
  const between = createServer(async (request, response) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const body = Buffer.concat(await request.toArray())
    // An engine that is away is answered for with 503, so that the proxy sends the webhook again.
    const answer = engine.isDeaf ? undefined : await fetch(url, { method: 'POST', body, headers }).catch(() => {})
    response.writeHead(answer?.status ?? 503).end()
  })
  const webhook = { url: urlOf(await listening(between)), secret }
  // What takes longer has no answer in time, and is decided soon afterwards.
  const env = { TENDER_GATEWAY_TIMEOUT_MS: String(PATIENCE), TENDER_LOCK_TTL_MS: String(PATIENCE + 3000) }
  const checkout = await kit.startCheckout({ shop: urlOf(port), webhook, env })
  const shop = await startShop(folder, ['env', ...start], { ...checkout, port, webhookSecret: secret })
  const engine: RunningEngine = {
    checkout,
    shop,
    isDeaf: false,
    async shopper(of = '/') {
      const page = await (await browser.newContext({ permissions: ['local-network-access'] })).newPage()
      await page.goto(shop.url + of)
      return page
    },
    async deliver(event) {
      const at = new Date()
      const body = JSON.stringify({ timestamp: at.toISOString(), ...event })
      const headers = {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      }
      return (await fetch(url, { method: 'POST', body, headers })).status
    },
    async close() {
      await Promise.all(browser.contexts().map((one) => one.close()))
      await shop.close()
      await checkout.close()
      between.close()
    },
  }
  return engine
}
