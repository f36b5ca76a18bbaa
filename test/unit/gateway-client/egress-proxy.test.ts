import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { rootCertificates } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { authorities, type EgressProxies } from '#gateway-client/agent.ts'
import { meaningOf } from '#gateway-client/answer-kind.ts'
import { NotDelivered } from '#gateway-client/delivery.ts'
import { failureCause } from '#gateway-client/failure-cause.ts'
import { undiciFetch, type FetchLimits } from '#gateway-client/undici-fetch.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys, type SigningKeys } from '#signature/make-keys.ts'
import { freePort } from '#demo/ports.ts'
import { openConnectProxy } from './connect-proxy.ts'

const NAME = 'gateway.bank.example'
let keys: SigningKeys
beforeAll(async () => void (keys = await makeKeys(NAME, systemClock, systemRandom)))

/** A gateway with TLS on a port of this machine. */
async function openGateway(): Promise<number> {
  const server = createServer({ key: keys.privateKey, cert: keys.certificate }, (_, answer) => answer.end('paid'))
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => (server.closeAllConnections(), void server.close()))
  return (server.address() as AddressInfo).port
}

const through = (proxy: string, noProxy = ''): EgressProxies => ({ httpProxy: '', httpsProxy: proxy, noProxy })

function asking(limits: Partial<FetchLimits>) {
  const fetch = undiciFetch({ timeoutMs: 5000, ...limits })
  onTestFinished(() => fetch.close())
  return (port: number, name = NAME) => fetch(`https://${name}:${port}/x`, { method: 'POST', headers: {}, body: 'a=b' })
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe('through a proxy of the network', () => {
  test('requests go by a tunnel, with the password of the proxy, and the certificate is the gateway’s own', async () => {
    const [port, proxy] = [await openGateway(), await openConnectProxy()]
    const ask = asking({ ca: keys.certificate, proxies: through(`http://shop:p%40ss@${proxy.host}`) })
    expect(await (await ask(port)).text()).toBe('paid')
    const [{ url, headers }] = proxy.asked as [(typeof proxy.asked)[0]]
    expect([url, headers['proxy-authorization']]).toEqual([
      `${NAME}:${port}`,
      `Basic ${Buffer.from('shop:p@ss').toString('base64')}`,
    ])
  })

  test('HTTP_PROXY serves where there is no HTTPS_PROXY, and a host of NO_PROXY is connected to directly', async () => {
    const [port, proxy] = [await openGateway(), await openConnectProxy()]
    const proxies = { httpProxy: `http://${proxy.host}`, httpsProxy: '', noProxy: 'localhost' }
    const ask = asking({ ca: keys.certificate, proxies })
    expect(await (await ask(port)).text()).toBe('paid')
    // Its certificate has another name.
    expect(await failureOf(ask(port, 'localhost'))).toBeInstanceOf(NotDelivered)
    expect(proxy.asked).toHaveLength(1)
  })

  const causes: readonly (readonly [string, () => Promise<{ ask: ReturnType<typeof asking> }>, RegExp])[] = [
    [
      'an authority that is not trusted',
      async () => ({ ask: asking({ proxies: through(`http://${(await openConnectProxy()).host}`) }) }),
      /^a TLS or certificate problem at gateway\.bank\.example:\d+ \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    ],
    [
      'a tunnel that is refused',
      async () => ({ ask: asking({ proxies: through(`http://${(await openConnectProxy({ status: 407 })).host}`) }) }),
      /^the proxy of this network opens no tunnel to gateway\.bank\.example:\d+ \(PROXY_REFUSED\)$/,
    ],
    [
      'a proxy that is away',
      async () => ({ ask: asking({ proxies: through(`http://127.0.0.1:${await freePort()}`) }) }),
      /^the proxy of this network opens no tunnel to gateway\.bank\.example:\d+ \(PROXY_ECONNREFUSED\)$/,
    ],
  ]
  test.each(causes)('%s is a request that was not sent, and the cause says so', async (_, open, cause) => {
    const { ask } = await open()
    const port = await openGateway()
    const failure = await failureOf(ask(port))
    expect(meaningOf(gatewayApi.paymentorder, { failure }).kind).toBe('not-delivered')
    const request = { op: 'register.do', url: `https://${NAME}:${port}/x`, timeoutMs: 5000 }
    expect(failureCause(failure, request)).toMatch(cause)
  })
})

test('an authority of a setting is trusted beside those of the system', () => {
  expect(authorities('PEM')).toEqual(expect.arrayContaining([...rootCertificates, 'PEM']))
})
