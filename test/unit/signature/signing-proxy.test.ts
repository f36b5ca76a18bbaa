import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { publicKeyIn } from '#signature/pem.ts'
import { verify } from '#signature/signature.ts'
import { environment, openTestProxy } from '../proxy/support/test-proxy.ts'
import { ours } from '../../support/signing-keys.ts'

const env = { TENDER_GATEWAY_SIGNING_KEY: ours.privateKey.replaceAll('\n', String.raw`\n`) }

test('a proxy with a signing key signs every body that it sends the gateway', async () => {
  const proxy = await openTestProxy({ env })
  const seen: unknown[] = []
  proxy.gateway.state.wire = async (request, work) => {
    const body = new Uint8Array(await request.clone().arrayBuffer())
    if (body.length) seen.push(verify(body, Object.fromEntries(request.headers), publicKeyIn(ours.certificate)))
    return work()
  }
  await proxy.prepare()
  expect(seen.length).toBeGreaterThan(1)
  expect(new Set(seen.map((reading) => JSON.stringify(reading)))).toEqual(new Set(['{"ok":true}']))
})

test('without one it signs nothing', async () => {
  const proxy = await openTestProxy()
  const names: string[] = []
  proxy.gateway.state.wire = (request, work) => (names.push(...request.headers.keys()), work())
  await proxy.prepare()
  expect(names).toContain('content-type')
  expect(names).not.toContain('x-hash')
})

test('the key is no text that a log could show', () => {
  const { config } = readConfig({ ...environment, ...env })
  expect(config?.gateway.signingKey?.reveal()).toContain('PRIVATE KEY')
  expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('PRIVATE KEY')
})

test.each(['canary', ours.certificate])('what is no key is refused without being shown', (text) => {
  expect(readConfig({ ...environment, TENDER_GATEWAY_SIGNING_KEY: text }).errors).toEqual([
    'TENDER_GATEWAY_SIGNING_KEY must be the PEM of an RSA private key of 2048 bits or more.',
  ])
})
