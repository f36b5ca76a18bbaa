import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { openProxy } from '#adapters/open-proxy.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { transportTo, transportWithin } from '#proxy/transports.ts'
import { makeKeys, type SigningKeys } from '#signature/make-keys.ts'
import { openConnectProxy } from '../gateway-client/connect-proxy.ts'
import { configOf, documents } from './support/test-proxy.ts'

let keys: SigningKeys
beforeAll(async () => void (keys = await makeKeys('localhost', systemClock, systemRandom)))

/** A server whose certificate has an authority of its own; returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer({ key: keys.privateKey, cert: keys.certificate }, listener)
  server.on('tlsClientError', () => {}).listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => (server.closeAllConnections(), void server.close()))
  return `https://localhost:${(server.address() as AddressInfo).port}/`
}

/** TENDER_GATEWAY_CA is the authority of that server. */
function withCa(env: Parameters<typeof configOf>[0] = {}): ProxyConfig {
  const config = configOf(env)
  return { ...config, gateway: { ...config.gateway, ca: keys.certificate } }
}

const post = { method: 'POST', headers: {}, body: '{}' } as const

describe('each peer has a transport of its own', () => {
  test('so that TENDER_GATEWAY_CA decides about the gateway alone', async () => {
    const url = await serve((_, answer) => answer.end('read'))
    const config = withCa()
    const [gateway, shop] = [transportTo('gateway', config), transportTo('shop', config)]
    expect(await (await gateway(url, post)).text()).toBe('read')
    await expect(shop(url, post)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    await Promise.all([gateway.close(), shop.close()])
  })

  test('so that the shop has its ten seconds, however short TENDER_GATEWAY_TIMEOUT_MS is', async () => {
    const url = await serve((_, answer) => void setTimeout(() => answer.end(), 3000))
    const config = configOf({ TENDER_GATEWAY_TIMEOUT_MS: '1000' })
    const [gateway, shop] = (['gateway', 'shop'] as const).map((peer) => transportTo(peer, config, keys.certificate))
    const asked = await Promise.allSettled([gateway!(url, post), shop!(url, post)])
    expect(asked).toMatchObject([{ reason: { code: 'UND_ERR_HEADERS_TIMEOUT' } }, { value: { status: 200 } }])
    await Promise.all([gateway!.close(), shop!.close()])
  })

  test('and the proxy sends webhooks by that of the shop', async () => {
    const url = await serve((_, answer) => answer.end())
    const apiKey = 'an-api-key-of-the-merchant-of-32-bytes'
    const config = withCa({
      TENDER_API_KEYS: apiKey,
      TENDER_WEBHOOK_URL: url,
      TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('0123456789abcdef0123456789ABCDEF').toString('base64')}`,
    })
    const proxy = await openProxy(config, { documents, scriptTag: new Map(), logger: false })
    onTestFinished(() => proxy.close())
    const answer = await proxy.app.inject({
      method: 'POST',
      url: merchantApi.testWebhook.path,
      headers: { host: 'pay.shop.example', authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(answer.json()).toMatchObject({ delivered: false, reason: expect.stringContaining('SELF_SIGNED') })
  })
})

describe('HTTPS_PROXY', () => {
  test('leads every peer through it, but not to this machine', async () => {
    const proxy = await openConnectProxy({ status: 403 })
    const config = configOf({ https_proxy: proxy.host, HTTPS_PROXY: 'http://none.example:1', NO_PROXY: 'bank.example' })
    const refused = { code: 'PROXY_REFUSED' }
    const within = transportWithin({ timeoutMs: 5000, ca: keys.certificate }, config)
    const peers = (['gateway', 'shop'] as const).map((peer) => transportTo(peer, config, keys.certificate))
    for (const send of [...peers, within]) {
      await expect(send('https://peer.example/', post)).rejects.toMatchObject(refused)
      expect((await send(await serve((_, answer) => answer.end()), post)).status).toBe(200)
      await send.close()
    }
    expect(proxy.asked.map(({ url }) => url)).toEqual(Array(3).fill('peer.example:443'))
    expect(JSON.stringify(config.egress)).not.toContain(proxy.host)
  })

  test.each(['socks5://proxy.internal:1080', 'http://', ':3128'])('must not be %s', (text) => {
    expect(() => configOf({ HTTPS_PROXY: text })).toThrow('HTTPS_PROXY must be an address such as http://')
  })

  test('is ignored with NO_PROXY=*', async () => {
    const proxy = await openConnectProxy()
    const send = transportTo('shop', configOf({ HTTPS_PROXY: proxy.host, no_proxy: '*' }), keys.certificate)
    await expect(send('https://peer.invalid/', post)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(proxy.asked).toEqual([])
    await send.close()
  })
})
