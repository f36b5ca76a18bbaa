import { describe, expect, test } from 'vitest'
import { credentials, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { openBank, ownWallets, plain, type OwnWallets } from './bank.ts'

const path = 'charges/wallet'
const terms = { orderNumber: 'W-1', amount: 1234, currency: '933' }
const apple = { ...terms, wallet: 'applePay' as const, clientId: 'jane' }
const google = { ...terms, wallet: 'googlePay' as const, clientId: 'jane' }
/** The network's reference of the first payment, and its time. */
const first = { originalPaymentNetRefNum: '123456789012', originalPaymentDate: 1_893_456_000_000 }
const DAY = 86_400_000

/** A merchant who decrypts wallet tokens, and the bodies that the gateway got. */
async function openOpened(env: Readonly<Record<string, string>> = {}) {
  let own: OwnWallets | undefined
  const bank = await openBank(async (fixture: Fixture) => ({ ...(own = await ownWallets(fixture)).env, ...env }))
  const bodies: Record<string, unknown>[] = []
  bank.state.wire = async (request, fetch) => {
    if (request.url.includes('paymentDirect')) bodies.push((await request.clone().json()) as Record<string, unknown>)
    return fetch(request)
  }
  return { ...bank, bodies, own: own! }
}

describe.each([
  ['applePay', apple],
  ['googlePay', google],
] as const)('%s, opened by the proxy:', (_, requested) => {
  const tokenOf = async (own: OwnWallets, amount = 1234) =>
    requested.wallet === 'applePay' ? own.apple(amount) : own.google('CRYPTOGRAM_3DS')

  test.each(['U', 'R', 'F'] as const)('tii %s charges a kept token later, and another amount', async (tii) => {
    const { own, order, bodies, fixture } = await openOpened()
    const paymentToken = await tokenOf(own)
    expect(await order(path, { ...requested, paymentToken })).toMatchObject({ state: 'paid' })
    fixture.clock.advance(30 * DAY)
    const later = { ...requested, paymentToken, orderNumber: 'W-2', amount: 900, tii, ...first }
    const paid = { state: 'paid', current: { amount: 900, depositedAmount: 900, tii } }
    expect(await order(path, later)).toMatchObject(paid)
    expect(await order(path, later)).toMatchObject(paid)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toMatchObject({
      tii,
      clientId: 'jane',
      originalPaymentNetRefNum: '123456789012',
      originalPaymentDate: '1893456000000',
    })
    expect(fixture.debits()).toBe(2)
    const status = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: 'W-2' })
    expect(status).toMatchObject({ tii, amount: 900, bindingInfo: { clientId: 'jane' } })
  })

  test('a kept token is charged only with the first payment, its client, and in one phase', async () => {
    const { own, refusal, bodies } = await openOpened()
    const later = { ...requested, paymentToken: await tokenOf(own), tii: 'U', ...first }
    for (const [field, change] of [
      ['originalPaymentNetRefNum', { originalPaymentNetRefNum: undefined }],
      ['originalPaymentDate', { originalPaymentDate: undefined }],
      ['originalPaymentDate', { originalPaymentDate: 'yesterday' }],
      ['clientId', { clientId: undefined }],
      ['preAuth', { preAuth: true }],
      ['tii', { features: ['VERIFY'], amount: 0 }],
    ] as const)
      expect(await refusal(path, { ...later, ...change })).toMatchObject({
        status: 400,
        code: 'field_invalid',
        field,
      })
    expect(bodies).toEqual([])
  })

  test('a token that was not made for the merchant is not believed, however old it may be', async () => {
    const { refusal, fixture, bodies } = await openOpened()
    const foreign = await ownWallets(fixture)
    const later = { ...requested, paymentToken: await tokenOf(foreign), tii: 'U', ...first }
    expect(await refusal(path, later)).toMatchObject({ status: 400, field: 'paymentToken' })
    expect(bodies).toEqual([])
  })

  test('VERIFY stores the card, and nothing is debited', async () => {
    const { own, order, bodies, fixture } = await openOpened()
    const verify = { ...requested, amount: 0, features: ['VERIFY'], paymentToken: await tokenOf(own, 0) }
    expect(await order(path, verify)).toMatchObject({ state: 'verified', current: { amount: 0 } })
    expect(await order(path, verify)).toMatchObject({ state: 'verified' })
    expect(bodies).toMatchObject([{ features: 'VERIFY' }])
    const { bindings } = await fixture.gateway.getBindings({ ...credentials, clientId: 'jane' })
    expect(bindings).toMatchObject([{ maskedPan: '444455**3333', bindingCategory: 'COMMON' }])
    const status = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: 'W-1' })
    expect(status.paymentAmountInfo).toMatchObject({ depositedAmount: 0 })
  })

  test('the amount is 0 with VERIFY and only then', async () => {
    const { own, refusal, bodies } = await openOpened()
    for (const [field, change] of [
      ['amount', { features: ['VERIFY'] }],
      ['amount', { amount: 0 }],
      ['clientId', { amount: 0, features: ['VERIFY'], clientId: undefined }],
      ['features.0', { features: ['VERIFY,FORCE_SSL'] }],
    ] as const)
      expect(await refusal(path, { ...requested, paymentToken: await tokenOf(own), ...change })).toMatchObject({
        status: 400,
        code: 'field_invalid',
        field,
      })
    expect(bodies).toEqual([])
  })
})

test('an SCA exemption goes to the gateway, which takes it of a merchant who may ask for it', async () => {
  const exempt = { ...apple, externalScaExemptionIndicator: 'LVP' }
  const trusted = await openOpened({ TENDER_GATEWAY_USERNAME: 'trusted-api' })
  expect(await trusted.order(path, { ...exempt, paymentToken: await trusted.own.apple() })).toMatchObject({
    state: 'paid',
  })
  expect(trusted.bodies).toMatchObject([{ externalScaExemptionIndicator: 'LVP' }])
  const plainly = await openOpened()
  const refused = await plainly.refusal(path, { ...exempt, paymentToken: await plainly.own.apple() })
  expect(refused).toMatchObject({ status: 422, code: 'gateway_refused' })
  expect(refused.message).toContain('externalScaExemptionIndicator')
})

test.each([
  ['tii', { tii: 'U', ...first }],
  ['features', { features: ['VERIFY'], amount: 0 }],
  ['externalScaExemptionIndicator', { externalScaExemptionIndicator: 'LVP' }],
  ['originalPaymentNetRefNum', { originalPaymentNetRefNum: '1' }],
  ['originalPaymentDate', { originalPaymentDate: 1 }],
])('%s is refused by name where the gateway opens the token', async (field, change) => {
  const { fixture, refusal, sent } = await openBank()
  const paymentToken = await fixture.wallets.applePayToken({ card: plain, amount: 1234, currency: '933' })
  const refused = await refusal(path, { ...apple, paymentToken, ...change })
  expect(refused).toMatchObject({ status: 400, code: 'field_invalid', field })
  expect(refused.message).toContain('open')
  expect(sent).toEqual([])
})
