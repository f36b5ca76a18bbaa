import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterAll, describe, expect, test } from 'vitest'
import { freePorts } from '#demo/ports.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { startSandbox } from '../../../../server/sandbox.ts'
import { listening, openRealProxy, type AtEnd } from '../support/real-proxy.ts'

const PASSWORD = 'canary-password-at-gateway'

const answering = (answer: RequestListener, atEnd: AtEnd): Promise<number> => listening(createServer(answer), atEnd)

const page: (status: number) => RequestListener = (status) => (_, response) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Nothing here</title>')

const at = (port: number): string => `http://127.0.0.1:${port}`

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const errors: readonly (readonly [string, (atEnd: AtEnd) => Promise<string>, code: string, cause: RegExp])[] = [
  [
    'a wrong password',
    async () => sandbox.addresses.gateway,
    'gateway_refused_credentials',
    /the credentials are refused \(errorCode 5\)/,
  ],
  [
    'a dead address',
    async () => at((await freePorts(1, 0))[0]!),
    'gateway_unreachable',
    /the connection to 127\.0\.0\.1:\d+ is refused \(ECONNREFUSED\)/,
  ],
  [
    'an unknown name',
    async () => 'https://gateway.invalid',
    'gateway_unreachable',
    /the name gateway\.invalid is not resolved \((?:ENOTFOUND|EAI_AGAIN)\)/,
  ],
  [
    'a wrong path',
    async (atEnd) => at(await answering(page(404), atEnd)),
    'gateway_misconfigured',
    /HTTP 404 at \/payment\/rest\/getOrderStatusExtended\.do/,
  ],
  [
    "somebody's site",
    async (atEnd) => at(await answering(page(200), atEnd)),
    'gateway_misconfigured',
    /an answer at \/payment\/rest\/getOrderStatusExtended\.do that is a page, no JSON/,
  ],
  [
    'a failing gateway',
    async (atEnd) => at(await answering(page(502), atEnd)),
    'gateway_unreachable',
    /HTTP 502 at \/payment/,
  ],
  [
    'half an answer',
    async (atEnd) => at(await answering((_, response) => response.end('{"errorCode":'), atEnd)),
    'gateway_unreachable',
    /that is no JSON/,
  ],
  ['silence', async (atEnd) => at(await answering(() => {}, atEnd)), 'gateway_unreachable', /no answer within 1000 ms/],
  [
    'a certificate that nobody knows',
    async (atEnd) => {
      const { privateKey, certificate } = await makeKeys('localhost', systemClock, systemRandom)
      return `https://localhost:${await listening(createTlsServer({ key: privateKey, cert: certificate }), atEnd)}`
    },
    'gateway_unreachable',
    /a TLS or certificate problem at localhost:\d+ \(\w+\)/,
  ],
]

describe.concurrent.each(errors)('%s', (_, address, code, cause) => {
  test('is reported by its cause: to the operator, to the balancer and to the page', async ({ onTestFinished }) => {
    const env = {
      TENDER_GATEWAY_URL: await address(onTestFinished),
      TENDER_GATEWAY_USERNAME: sandbox.credentials.gateway.userName,
      TENDER_GATEWAY_PASSWORD: PASSWORD,
      TENDER_GATEWAY_TIMEOUT_MS: '1000',
    }
    const proxy = await openRealProxy(env, {}, onTestFinished)
    const answer = await proxy.readOrder()
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: { code } }])
    const errors = proxy.lines().filter(({ level }) => level === 50)
    expect(errors).toMatchObject([{ op: 'getOrderStatusExtended.do', code, traceId: answer.headers['x-request-id'] }])
    expect(errors[0]!['message']).toMatch(cause)
    expect(await proxy.ready()).toEqual({ status: 503, code })
    expect(proxy.log.join('') + answer.body).not.toContain(PASSWORD)
  })
})

test('right credentials make it ready, and nothing is logged', async () => {
  const { userName, password } = sandbox.credentials.gateway
  const proxy = await openRealProxy({
    TENDER_GATEWAY_URL: sandbox.addresses.gateway,
    TENDER_GATEWAY_USERNAME: userName,
    TENDER_GATEWAY_PASSWORD: password,
  })
  expect(await proxy.ready()).toEqual({ status: 200, code: undefined })
  expect(proxy.log).toEqual([])
})
