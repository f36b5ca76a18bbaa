import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { systemClock } from '#ports/system.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { configOf, openProxy, order, secret } from './test-proxy.ts'

/** A parsed line of the log. */
export type Written = Readonly<Record<string, unknown>>

/** What ends with a test. One that runs beside others passes its own, since Vitest's function knows a single test. */
export type AtEnd = (end: () => void | Promise<void>) => void

/** A proxy that reaches its gateway by real sockets, with the system clock. */
export async function openRealProxy(
  env: Readonly<Record<string, string>>,
  options: Partial<ProxyOptions> = {},
  atEnd: AtEnd = onTestFinished,
) {
  const log: string[] = []
  const config = configOf(env)
  const fetch = undiciFetch({ timeoutMs: config.gateway.timeoutMs })
  const app = await openProxy(config, { clock: systemClock, fetch, log, ...options })
  atEnd(async () => {
    await app.close()
    await fetch.close()
  })
  const headers = { host: 'pay.shop.example', 'sec-fetch-site': 'same-origin' }
  return {
    app,
    log,
    lines: (): readonly Written[] => log.map((line) => JSON.parse(line) as Written),
    ready: async () => {
      const answer = await app.inject('/readyz')
      return { status: answer.statusCode, code: answer.json<{ error?: { code: string } }>().error?.code }
    },
    readOrder: async () =>
      app.inject({
        url: '/api/outcome',
        headers: { ...headers, authorization: `Bearer ${await signOrder(order, secret)}` },
      }),
  }
}

/** Listens on this machine until the end of the test; returns the port. */
export async function listening(
  server: {
    listen(port: number, host: string, done: () => void): unknown
    address(): unknown
    close(): unknown
    closeAllConnections(): void
  },
  atEnd: AtEnd = onTestFinished,
): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
