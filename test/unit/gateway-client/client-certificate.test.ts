import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { ours } from '../../support/signing-keys.ts'

test('a fetch with a certificate shows it to whoever asks, and one without shows none', async () => {
  const { certificate: ca, privateKey: key } = await makeKeys('localhost', systemClock, systemRandom)
  const server = createServer({ key, cert: ca, requestCert: true, rejectUnauthorized: false }, ({ socket }, answer) =>
    answer.end(JSON.stringify((socket as TLSSocket).getPeerCertificate().subject?.CN ?? null)),
  )
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const { port } = server.address() as AddressInfo
  const seen = async (identity: object) => {
    const fetch = undiciFetch({ timeoutMs: 5000, ca, ...identity })
    const answer = await fetch(`https://localhost:${port}/`, { method: 'POST', headers: {}, body: '{}' })
    await fetch.close()
    return JSON.parse(await answer.text()) as unknown
  }
  expect(await seen({ cert: ours.certificate, key: ours.privateKey })).toBe('Shop & Söhne')
  expect(await seen({})).toBeNull()
  await new Promise((done) => server.close(done))
})
