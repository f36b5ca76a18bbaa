import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { gatewayClient, type GatewayClient } from '#gateway-client/gateway-client.ts'
import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { systemClock } from '#ports/system.ts'
import { mount, readForms } from '#router/mount.ts'
import { Refusal } from '#sandbox/gateway/errors/refusal.ts'
import { requireSignatures, type SigningMerchant } from '#sandbox/gateway/merchants/signed.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { requestSigner, type RequestSigner } from '#signature/signature.ts'
import { onRequest, type WebFetch } from '../../support/on-request.ts'
import { ours, theirs } from '../../support/signing-keys.ts'

const merchants: readonly SigningMerchant[] = [
  { login: 'must', token: 'must-token', certificate: ours.certificate, signature: 'required' },
  { login: 'may', token: 'may-token', certificate: ours.certificate },
  { login: 'bare', token: 'bare-token', signature: 'required' },
  { login: 'free', token: 'free-token' },
]

/** A gateway that registers every order, and requires signatures as the sandbox's does. */
function buildApp(): { readonly app: FastifyInstance; readonly received: unknown[] } {
  const received: unknown[] = []
  const app = fastify({ bodyLimit: 4096, forceCloseConnections: true })
  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof Refusal)) throw error
    return reply.code(200).send(error.answer)
  })
  readForms(app)
  requireSignatures(app, merchants)
  const { register, recurrentPayment, walletAPayment, walletADirect } = gatewayApi
  const route = { context: () => undefined, refuse: (problem: object) => problem }
  const handlers = {
    register: (fields: object) => (received.push(fields), { orderId: 'id', formUrl: 'https://gateway.example/form' }),
    recurrentPayment: (fields: object) => (received.push(fields), { success: true as const }),
    walletAPayment: (fields: object) => (received.push(fields), { success: true as const }),
    walletADirect: (fields: object) => (received.push(fields), { success: true as const }),
  }
  mount(app, { register, recurrentPayment, walletAPayment, walletADirect }, handlers as never, route)
  return { app, received }
}

const injecting = (app: FastifyInstance): WebFetch =>
  onRequest(async (request) => {
    const answer = await app.inject({
      method: request.method as 'POST',
      url: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })

const { app, received } = buildApp()
const overHttp = undiciFetch({ timeoutMs: 5000 })
let base = ''
beforeAll(async () => void (base = await app.listen({ host: '127.0.0.1', port: 0 })))
afterAll(async () => {
  await overHttp.close()
  await app.close()
})

const order = { orderNumber: 'Ä-1', amount: 100, returnUrl: 'https://shop.example/', description: 'Küche + ещё & 1' }
const sign = requestSigner(privateKeyIn(ours.privateKey))

describe.each([
  ['in process', injecting(app)],
  ['over HTTP', overHttp],
])('%s', (_, fetch) => {
  const client = (userName: string, signer?: RequestSigner): GatewayClient =>
    gatewayClient({
      base,
      credentials: { userName, password: 'password' },
      fetch,
      timeoutMs: 5000,
      clock: systemClock,
      ...(signer && { signer }),
    })

  test('a signed form is taken as it was asked', async () => {
    expect(await client('must', sign).register(order)).toMatchObject({ kind: 'answered', answer: { orderId: 'id' } })
    expect(received.at(-1)).toMatchObject({ ...order, userName: 'must' })
  })

  test('signed JSON is taken as it was asked', async () => {
    const fields = { orderNumber: 'Ä-2', bindingId: 'binding', amount: 5 }
    expect(await client('must', sign).recurrentPayment(fields)).toMatchObject({ kind: 'answered' })
    expect(received.at(-1)).toMatchObject({ ...fields, userName: 'must' })
  })

  test.each<[string, string, RequestSigner | undefined, string]>([
    ['an unsigned one', 'must', undefined, 'Header X-Hash is required'],
    ['half a signature', 'must', (body) => ({ ...sign(body), 'X-Signature': '' }), 'Header X-Signature is required'],
    ["another body's", 'must', () => sign(new Uint8Array([1])), 'Header X-Hash is not the SHA-256 of the body'],
    ['another key', 'must', requestSigner(privateKeyIn(theirs.privateKey)), 'Header X-Signature is not SHA256withRSA'],
    ['a wrong one, unasked', 'may', () => sign(new Uint8Array([1])), 'Header X-Hash is not the SHA-256 of the body'],
    ['one of a merchant without certificate', 'bare', sign, 'the merchant has uploaded no certificate'],
  ])('%s is refused with errorCode 5, by name, before anything is done', async (_name, login, signer, sentence) => {
    const before = received.length
    expect(await client(login, signer).register(order)).toMatchObject({
      kind: 'refused',
      errorCode: 5,
      message: expect.stringContaining(sentence),
    })
    expect(received).toHaveLength(before)
  })

  test.each<[string, RequestSigner | undefined]>([
    ['may', undefined],
    ['may', sign],
    ['free', undefined],
    ['free', requestSigner(privateKeyIn(theirs.privateKey))],
  ])('%s need not sign', async (login, signer) => {
    expect(await client(login, signer).register(order)).toMatchObject({ kind: 'answered' })
  })
})

describe('by hand', () => {
  const post = async (text: string, url = '/payment/rest/register.do', type = 'application/x-www-form-urlencoded') => {
    const body = Buffer.from(text)
    const headers = { 'content-type': type, ...sign(body) }
    return (await app.inject({ method: 'POST', url, headers, payload: body })).json<Record<string, string>>()
  }
  const form = 'orderNumber=B-1&returnUrl=https://shop.example/&amount=1&userName=must&password=p'

  test('the bytes count, not the fields: any order and escaping that was signed is right', async () => {
    expect(await post(form)).toMatchObject({ orderId: 'id' })
    expect(await post(form.replace('amount', '%61mount'))).toMatchObject({ orderId: 'id' })
  })

  test('parameters in the URL are refused', async () => {
    expect(await post(form, '/payment/rest/register.do?currency=978')).toEqual({
      errorCode: '5',
      errorMessage: 'A signed request must have all its parameters in the body, not in the URL',
    })
  })

  test('a token is refused', async () => {
    expect(await post(form.replace('userName=must&password=p', 'token=must-token'))).toEqual({
      errorCode: '5',
      errorMessage: 'A signed request must carry userName and password, not token',
    })
  })

  const stranger = 'nobody'
  test.each([
    ['recurrentPayment', { userName: 'must', username: stranger, merchant: stranger }],
    ['walletA/payment', { merchant: 'must' }],
    ['walletA/payment', { merchant: 'must', username: stranger }],
    ['walletA/payment', { merchant: stranger, userName: 'must', username: stranger }],
    ['walletA/paymentDirect', { username: 'must' }],
    ['walletA/paymentDirect', { username: 'must', userName: stranger }],
    ['walletA/paymentDirect', { username: 'must', token: stranger, merchant: stranger }],
  ])('who must sign, must in %s by %j, whatever else the request says', async (name, sender) => {
    const before = received.length
    const payload = { ...sender, orderNumber: 'W-1', amount: 1, bindingId: 'b', paymentToken: 'AAAA' }
    const answer = await app.inject({ method: 'POST', url: `/payment/${name}.do`, payload })
    expect(answer.json()).toMatchObject({ errorMessage: 'Header X-Hash is required' })
    expect(received).toHaveLength(before)
  })

  test('the language of the request is answered in', async () => {
    const body = `${form}&language=ru`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/payment/rest/register.do', headers, payload: body })
    expect(answer.json()).toEqual({ errorCode: '5', errorMessage: 'Нужен заголовок X-Hash' })
  })

  test('a body above the limit is still refused as too large', async () => {
    expect(await post(`${form}&description=${'x'.repeat(5000)}`)).toMatchObject({ statusCode: 413 })
  })
})
