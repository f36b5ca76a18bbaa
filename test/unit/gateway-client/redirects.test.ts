import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatewayClient } from '#gateway-client/gateway-client.ts'
import { systemClock } from '#ports/system.ts'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'

const requested: string[] = []
let server: Server
let base = ''
beforeAll(async () => {
  server = createServer((request, answer) => {
    requested.push(request.url!)
    answer.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => void requested.splice(0))
afterAll(() => server.close())

const credentials = { userName: 'shop-api', password: 'password' }

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  gatewayClient: () =>
    gatewayClient({ base, credentials, fetch, timeoutMs: 5000, clock: systemClock }).decline({ orderId: 'id' }),
  merchantClient: () =>
    merchantClient({ base, apiKey: 'an-api-key-of-the-merchant-of-32-bytes', fetch }).order({ orderNumber: 'A-17' }),
}

test.each(Object.keys(calls))(
  '%s follows no redirect with the global fetch, which would send its secrets on',
  async (name) => {
    await calls[name]!().catch(() => {}) // what it makes of the answer is tested elsewhere
    expect(requested).toHaveLength(1)
    expect(requested).not.toContain('/elsewhere')
  },
)
