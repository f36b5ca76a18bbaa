import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import { isUndelivered } from '#gateway-client/delivery.ts'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'

const YEAR = 365 * DAY

/** A self-signed certificate for a name, as it would be created so many years from now. */
const made = (name: string, years = 0) =>
  makeKeys(name, { ...systemClock, now: () => systemClock.now() + years * YEAR }, systemRandom)

const [good, elsewhere, expired, early] = await Promise.all([
  made('localhost'),
  made('elsewhere.example'),
  made('localhost', -3),
  made('localhost', 1),
])

let server: Server | undefined
let request = 0
afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))))

/** The status of a payment by a proxy that trusts `ca`, sent to a server with that certificate. */
async function paying(keys: typeof good, ca: string | undefined, limits: object = {}): Promise<number> {
  request = 0
  server = createServer({ key: keys.privateKey, cert: keys.certificate, ...limits }, (_, answer) => {
    request += 1
    answer.end('{}')
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((done) => server!.listen(0, 'localhost', done))
  const { port } = server.address() as AddressInfo
  const fetch = undiciFetch({ timeoutMs: 5000, ...(ca !== undefined && { ca }) })
  try {
    return (await fetch(`https://localhost:${port}/`, { method: 'POST', headers: {}, body: 'a=b' })).status
  } finally {
    await fetch.close()
  }
}

test('a gateway whose certificate is right is paid at', async () => {
  expect([await paying(good, good.certificate), request]).toEqual([200, 1])
})

describe('nothing is sent to a gateway', () => {
  test.each([
    ['of an authority that nobody knows', good, undefined, {}],
    ['of another authority than it should be', good, early.certificate, {}],
    ['of another name', elsewhere, elsewhere.certificate, {}],
    ['whose certificate has expired', expired, expired.certificate, {}],
    ['whose certificate is not valid yet', early, early.certificate, {}],
    [
      'that speaks an old TLS only',
      good,
      good.certificate,
      { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
    ],
  ])('%s', async (_, keys, ca, limits) => {
    const failure = await paying(keys, ca, limits).catch((error: unknown) => error)
    expect(isUndelivered(failure)).toBe(true)
    expect(request).toBe(0)
  })
})
