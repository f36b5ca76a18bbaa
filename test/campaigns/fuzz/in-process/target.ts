import type { Logger } from 'pino'
import type { Clock } from '#contract/ports.ts'
import type { Line } from '#proxy/http/log.ts'
import { READ_INTERVAL } from '#proxy/webhooks/order-watcher.ts'
import type { WebFetch } from '../../../support/on-request.ts'
import { configOf, openProxy } from '../../../unit/proxy/support/test-proxy.ts'

export const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'
export const callbackSecret = 'canary-callback-secret'

/** Settings that enable every route. */
const environment = {
  TENDER_API_KEYS: apiKey,
  TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
  TENDER_WEBHOOK_URL: 'https://shop.example/webhook',
  TENDER_WEBHOOK_SECRET: 'whsec_YSB3ZWJob29rIHNlY3JldCBvZiB0aGVzZSB0ZXN0cyE=',
  TENDER_CALLBACK_SECRET: callbackSecret,
  TENDER_ACS_REDIRECT: 'post',
  TENDER_GOOGLE_PAY_NAME: 'Shop',
  TENDER_GOOGLE_PAY_COUNTRY: 'LV',
  TENDER_GOOGLE_PAY_GATEWAY: 'example',
}

/** A clock whose pauses end at once. */
export interface InstantClock extends Clock {
  pass(ms: number): void
  /**
   * Ends the longer sleeps that have a signal: they are timeouts of an answer, and last until it comes or this is
   * called.
   */
  expire(): void
}

export function instantClock(): InstantClock {
  let now = Date.UTC(2030, 0, 1)
  const waits = new Set<() => void>()
  return {
    now: () => now,
    pass: (ms) => void (now += ms),
    expire: () => waits.forEach((wake) => wake()),
    async sleep(ms, signal) {
      if (!signal || ms <= READ_INTERVAL) return void (now += ms)
      await new Promise<void>((wake, fail) => {
        const end = (then: () => void): void => void (waits.delete(over), then())
        const over = (): void => end(wake)
        waits.add(over)
        signal.addEventListener('abort', () => end(() => fail(signal.reason as Error)), { once: true })
      })
    },
  }
}

/** A proxy in this process, and its internal errors. */
export async function openTarget(fetch: WebFetch, env: Readonly<Record<string, string>> = {}) {
  const clock = instantClock()
  const unforeseen: Line[] = []
  const quiet = (): void => {}
  const note = (line: Line): void => void (line.code === 'internal' && unforeseen.push(line))
  const app = await openProxy(configOf({ ...environment, ...env }), {
    clock,
    fetch,
    webhookFetch: async () => new Response('OK'),
    logger: { debug: quiet, info: quiet, warn: quiet, error: note } as unknown as Logger,
  })
  return { app, clock, unforeseen }
}
