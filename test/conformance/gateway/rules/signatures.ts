import { sign as signBytes } from 'node:crypto'
import { expect } from 'vitest'
import { toForm } from '#contract/wire/form.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { requestSigner, signatureOf } from '#signature/signature.ts'
import { theirs as otherKeys } from '../../../support/signing-keys.ts'
import { bySigning, credentials, newNumber, signingKeys, signingMerchant, type Fixture } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const sign = requestSigner(privateKeyIn(signingKeys.privateKey))

interface Requested {
  readonly fields?: object
  readonly by?: object
  readonly headers?: (body: Uint8Array) => Readonly<Record<string, string>>
  readonly path?: string
  readonly json?: boolean
}

async function ask({ base, fetch }: Fixture, request: Requested): Promise<Record<string, unknown>> {
  const { fields = {}, by = bySigning, headers = sign, path = '/payment/rest/register.do', json = false } = request
  const all = { ...by, orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/', ...fields }
  const body = json ? JSON.stringify(all) : toForm(all as Record<string, unknown>).toString()
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
  const answer = await fetch(
    new Request(base + path, {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...headers(new TextEncoder().encode(body)) },
    }),
  )
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

const refused = (message: RegExp) => ({ errorCode: '5', errorMessage: expect.stringMatching(message) as string })
const done = { orderId: expect.any(String) as string }

/** Rules of the request signature. */
export const signatureRules = rulesOf({
  async '5 a signed form is taken, with X-Hash of its bytes and X-Signature of the hash'(fixture) {
    expect(await ask(fixture, {})).toMatchObject(done)
    expect(await ask(fixture, { fields: { description: 'Küche & ещё + 1' } })).toMatchObject(done)
  },
  async '5 a signed JSON body is taken'(fixture) {
    const path = '/payment/recurrentPayment.do'
    const answer = await ask(fixture, { path, json: true, fields: { bindingId: 'nobody' } })
    expect(answer).toMatchObject({ success: false, error: { code: '2' } })
    expect(await ask(fixture, { path, json: true, headers: () => ({}) })).toMatchObject({
      success: false,
      error: { code: '5', description: expect.stringContaining('X-Hash') },
    })
  },
  async '5 a merchant that must sign is refused unsigned, by the header that is missing'(fixture) {
    expect(await ask(fixture, { headers: () => ({}) })).toMatchObject(refused(/^Header X-Hash is required/))
    const hashOnly = (body: Uint8Array) => ({ 'X-Hash': sign(body)['X-Hash'] })
    expect(await ask(fixture, { headers: hashOnly })).toMatchObject(refused(/^Header X-Signature is required/))
  },
  async '5 a body that is not the one that was signed is refused'(fixture) {
    const ofAnother = () => ({ ...sign(new TextEncoder().encode('amount=1')) })
    expect(await ask(fixture, { headers: ofAnother })).toMatchObject(refused(/^Header X-Hash is not the SHA-256/))
  },
  async '5 a signature over the body instead of the hash, or by another key, is refused'(fixture) {
    const overBody = (body: Uint8Array) => signBytes('sha256', body, privateKeyIn(signingKeys.privateKey))
    const byAnother = (body: Uint8Array) => signatureOf(body, privateKeyIn(otherKeys.privateKey))
    for (const wrong of [overBody, byAnother]) {
      const headers = (body: Uint8Array) => ({ ...sign(body), 'X-Signature': wrong(body).toString('base64') })
      expect(await ask(fixture, { headers })).toMatchObject(refused(/^Header X-Signature is not SHA256withRSA/))
    }
  },
  async '5 a signed request has all its parameters in the body, not in the URL'(fixture) {
    const path = '/payment/rest/register.do?amount=1'
    expect(await ask(fixture, { path })).toMatchObject(refused(/not in the URL/))
  },
  async '5 a signed request carries the correct login and password, and no token'(fixture) {
    expect(await ask(fixture, { by: { ...bySigning, password: 'wrong' } })).toMatchObject(refused(/^Access denied/))
    expect(await ask(fixture, { by: { token: signingMerchant.token } })).toMatchObject(refused(/not token/))
  },
  async '5 a signed payment of a wallet carries login and password too, of the merchant or of one who may act for it'(
    fixture,
  ) {
    const path = '/payment/walletA/payment.do'
    const wallet = { merchant: bySigning.userName, paymentToken: 'e30=' }
    const pay = (by: object) => ask(fixture, { path, json: true, by, fields: wallet })
    const denied = { code: '5', description: expect.stringMatching(/^Access denied/) as string }
    expect(await pay({})).toMatchObject({
      success: false,
      error: { code: '5', description: expect.stringMatching(/^A signed request must carry userName and password/) },
    })
    expect(await pay({ ...bySigning, password: 'wrong' })).toMatchObject({ error: denied })
    expect(await pay(bySigning)).toMatchObject({ error: { code: '10', message: expect.stringContaining('read') } })
  },
  async '5 a merchant that must sign is refused unsigned in the names of every operation, whatever other fields come with them'(
    fixture,
  ) {
    const { userName: username, password } = bySigning
    const paymentToken = 'e30='
    for (const wallet of ['walletA', 'walletB'])
      for (const [operation, by] of [
        ['payment', { merchant: username }],
        ['payment', { merchant: username, username: 'nobody' }],
        ['paymentDirect', { username, password }],
        ['paymentDirect', { username, password, token: 'x' }],
        ['paymentDirect', { username, password, userName: 'nobody' }],
      ] as const) {
        const path = `/payment/${wallet}/${operation}.do`
        const unsigned = { path, json: true, by, fields: { paymentToken }, headers: () => ({}) }
        expect(await ask(fixture, unsigned)).toMatchObject({
          success: false,
          error: { code: '5', description: expect.stringMatching(/^Header X-Hash is required/) },
        })
      }
  },
  async '5 a merchant that need not sign is taken unsigned'(fixture) {
    expect(await ask(fixture, { by: credentials, headers: () => ({}) })).toMatchObject(done)
  },
})
