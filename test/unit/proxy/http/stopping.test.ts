import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { stop } from '#proxy/http/shutdown.ts'
import { openTestProxy } from '../support/test-proxy.ts'

test('a stopping proxy answers whoever is sent to it, until that is known not to happen any more', async () => {
  const { app } = await openTestProxy()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let know = (): void => {}
  const stopped = stop(app, () => new Promise<void>((known) => (know = known)))
  expect((await fetch(`${base}/readyz`)).status).toBe(503)
  const late = await fetch(`${base}/healthz`)
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  know()
  await stopped
  await expect(fetch(`${base}/healthz`)).rejects.toThrow('fetch failed')
})
