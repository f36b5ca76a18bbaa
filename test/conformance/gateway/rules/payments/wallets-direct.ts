import { expect } from 'vitest'
import { inZone } from '../../paid-orders.ts'
import { byOther, byTrusted, stateOf } from '../../fixture.ts'
import { newClient } from '../../stored-cards.ts'
import {
  appleData,
  appleToken,
  googleData,
  payA,
  payADirect,
  payB,
  payBDirect,
  plain,
  refused,
  unread,
} from '../../wallet-payments.ts'
import { rulesOf } from '../rule.ts'

const first = { originalPaymentNetRefNum: '123456789012', originalPaymentDate: '1893456000000' }

/** Rules of wallet data that the merchant has decrypted itself. */
export const directWalletRules = rulesOf({
  async '4.8 walletA/paymentDirect.do takes opened data, username and password'(fixture) {
    const answer = await payADirect(fixture, { email: 'payer@shop.test' })
    expect(answer).toMatchObject({ success: true, orderStatus: { orderStatus: 2, amount: 1234, currency: '978' } })
    expect(await payADirect(fixture, { password: 'wrong' })).toMatchObject(refused('Access denied', '5'))
    expect(await payADirect(fixture, { paymentToken: await appleToken(fixture) })).toEqual(unread('published shape'))
    const paymentToken = appleData()
    expect(await payADirect(fixture, { paymentToken })).toMatchObject({ success: true })
    expect(await payADirect(fixture, { paymentToken })).toEqual(unread('used before'))
  },
  async '4.8 merchant is a child merchant’s login, for whom the caller may act'(fixture) {
    const by = { username: byTrusted.userName, merchant: byOther.userName }
    const { data } = await payADirect(fixture, by)
    expect(await stateOf(fixture, data!.orderId!, byOther)).toMatchObject({ orderStatus: 2 })
    expect(await payADirect(fixture, { merchant: byOther.userName })).toMatchObject(refused('Access denied', '5'))
  },
  async '4.8 features VERIFY stores the card without paying: the order ends given back'(fixture) {
    const clientId = newClient()
    const paymentToken = appleData(plain, 0)
    const { orderStatus, data } = await payADirect(fixture, { paymentToken, features: 'VERIFY', clientId })
    expect(orderStatus).toMatchObject({ orderStatus: 3, amount: 0, paymentAmountInfo: { paymentState: 'REVERSED' } })
    expect(orderStatus!.bindingInfo).toEqual({ clientId, bindingId: data!.bindingId })
    expect(await payBDirect(fixture, { amount: 0, features: 'VERIFY', clientId })).toMatchObject({
      orderStatus: { orderStatus: 3 },
    })
  },
  async '4.8 the amount is 0 with VERIFY and only then, or an error is returned'(fixture) {
    const clientId = newClient()
    const zero = { paymentToken: appleData(plain, 0) }
    expect(await payADirect(fixture, { features: 'VERIFY', clientId })).toMatchObject(refused('paymentToken .*amount'))
    expect(await payADirect(fixture, zero)).toMatchObject(refused('paymentToken .*amount'))
    expect(await payADirect(fixture, { ...zero, features: 'VERIFY' })).toMatchObject(refused('Field clientId'))
    expect(await payADirect(fixture, { features: 'NONE' })).toMatchObject(refused('Field features'))
    expect(await payBDirect(fixture, { features: 'VERIFY', clientId })).toMatchObject(refused('Field amount'))
    expect(await payB(fixture, { amount: 0 })).toMatchObject(refused('Field amount'))
    expect(await payA(fixture, { paymentToken: await appleToken(fixture, plain, 1, '000') })).toMatchObject(
      refused('paymentToken .*currency'),
    )
  },
  async '2.3 tii R, U and F of a direct request need the network’s reference and the date of the first payment'(
    fixture,
  ) {
    for (const pay of [payADirect, payBDirect])
      for (const tii of ['R', 'U', 'F'] as const) {
        expect(await pay(fixture, { tii })).toMatchObject(refused('Field originalPaymentNetRefNum is required'))
        expect(await pay(fixture, { tii, language: 'ru' })).toMatchObject(refused('обязательно'))
        const { originalPaymentDate: _, ...half } = first
        expect(await pay(fixture, { tii, ...half })).toMatchObject(refused('Field originalPaymentDate is required'))
        expect(await pay(fixture, { tii, ...first })).toMatchObject(refused('Field clientId is required'))
        const clientId = newClient()
        expect(await pay(fixture, { tii, ...first, clientId })).toMatchObject({
          success: true,
          orderStatus: { orderStatus: 2, tii },
        })
        const preAuth = await pay(fixture, { tii, ...first, clientId, preAuth: true })
        expect([tii, preAuth.success]).toEqual([tii, tii === 'F'])
      }
  },
  async '2.3 data kept for later payments pays again, and outlives its message'(fixture) {
    const paymentToken = appleData()
    const clientId = newClient()
    for (const _ of [1, 2])
      expect(await payADirect(fixture, { paymentToken, tii: 'R', ...first, clientId })).toMatchObject({
        success: true,
      })
    const old = googleData(fixture, { messageExpiration: '1' })
    expect(await payBDirect(fixture, { paymentToken: old, tii: 'U', ...first, clientId })).toMatchObject({
      success: true,
    })
    expect(await payBDirect(fixture, { paymentToken: old })).toEqual(unread('expired'))
  },
  async '4.8 externalScaExemptionIndicator needs a permission'(fixture) {
    const exempt = { externalScaExemptionIndicator: 'TRA' } as const
    expect(await payADirect(fixture, exempt)).toMatchObject(refused('Field externalScaExemptionIndicator needs'))
    expect(await payADirect(fixture, { ...exempt, username: byTrusted.userName })).toMatchObject({ success: true })
    const other = { externalScaExemptionIndicator: 'OTHER', username: byTrusted.userName }
    expect(await payADirect(fixture, other)).toMatchObject(
      refused('Field externalScaExemptionIndicator must be one of LVP, TRA'),
    )
  },
  async '4.10 the sum is that of the request, in the merchant’s currency where none is sent, and its dates are those of a hold'(
    fixture,
  ) {
    const { orderStatus } = await payBDirect(fixture, { amount: 77, currencyCode: '840', ip: '192.0.2.9' })
    expect(orderStatus).toMatchObject({ amount: 77, currency: '840', ip: '192.0.2.9', orderStatus: 2 })
    expect((await payBDirect(fixture)).orderStatus).toMatchObject({ amount: 1234, currency: '933' })
    const autoReverseDate = inZone(fixture.clock.now() + 60_000)
    const { data } = await payBDirect(fixture, { preAuth: true, autoReverseDate })
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, data!.orderId)).toMatchObject({ orderStatus: 3 })
  },
  async '4.7 autocompletionDate and autoReverseDate are refused without preAuth, at every wallet operation'(fixture) {
    const at = inZone(fixture.clock.now() + 60_000)
    for (const pay of [payA, payB, payADirect, payBDirect])
      for (const field of ['autocompletionDate', 'autoReverseDate'])
        expect(await (pay as typeof payA)(fixture, { [field]: at })).toMatchObject(
          refused(`Field ${field} must not be sent of a one-phase payment`),
        )
  },
  async '4.10 walletB/paymentDirect.do takes data of ECv1 and ECv2, once'(fixture) {
    for (const protocolVersion of ['ECv1', 'ECv2'] as const) {
      const paymentToken = googleData(fixture)
      expect(await payBDirect(fixture, { protocolVersion, paymentToken })).toMatchObject({
        success: true,
        orderStatus: { orderStatus: 2, paymentWay: 'GOOGLE_PAY_TOKENIZED' },
      })
      expect(await payBDirect(fixture, { protocolVersion, paymentToken })).toEqual(unread('used before'))
    }
    const paymentToken = googleData(fixture, { gatewayMerchantId: 'another' })
    expect(await payBDirect(fixture, { paymentToken })).toEqual(unread('another merchant'))
  },
})
