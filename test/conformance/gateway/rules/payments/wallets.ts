import { expect } from 'vitest'
import { initiators, type Initiator } from '#server-contract/gateway/initiators.ts'
import {
  byChild,
  byOther,
  byStrict,
  comeBack,
  credentials,
  merchant,
  newNumber,
  stateOf,
  reportResult,
} from '../../fixture.ts'
import { newClient } from '../../stored-cards.ts'
import {
  appleData,
  appleToken,
  challenged,
  googleData,
  googleToken,
  payA,
  payADirect,
  payB,
  payBDirect,
  penniless,
  plain,
  walletCard,
  refused,
  unread,
} from '../../wallet-payments.ts'
import { rulesOf } from '../rule.ts'

/** Rules of the wallets. */
export const walletRules = rulesOf({
  async '4.7 walletA/payment.do registers an order of the sum in the token, and pays it by the device’s proof'(
    fixture,
  ) {
    const orderNumber = newNumber()
    const request = fixture.acs.request.length
    const { data, ...answer } = await payA(fixture, {
      orderNumber,
      paymentToken: await appleToken(fixture, challenged, 4321, '840'),
      description: 'A hat',
      additionalParameters: { color: 'red' },
    })
    const state = {
      orderNumber,
      orderStatus: 2,
      amount: 4321,
      currency: '840',
      orderDescription: 'A hat',
      paymentWay: 'APPLE_PAY',
      merchantOrderParams: [{ name: 'color', value: 'red' }],
      paymentAmountInfo: { paymentState: 'DEPOSITED' },
      cardAuthInfo: {
        maskedPan: '555555**5599',
        secureAuthInfo: { eci: 2, threeDsType: '0', threeDSInfo: { cavv: expect.any(String) } },
      },
    }
    expect(answer).toMatchObject({ success: true, orderStatus: { ...state, operations: [{ amount: 4321 }] } })
    expect(await stateOf(fixture, data!.orderId!)).toMatchObject(state)
    expect(fixture.acs.request).toHaveLength(request)
  },
  async '4.7 merchant is a login that the gateway knows, and needs no password'(fixture) {
    expect(await payA(fixture, { merchant: 'nobody' })).toMatchObject(refused('Access denied', '5'))
    expect(await payB(fixture, { merchant: 'nobody' })).toMatchObject(refused('Access denied', '5'))
  },
  async '5 credentials that come with a wallet’s payment are the merchant’s, or of one who may act for it'(fixture) {
    const pays = [payA, payB] as const
    for (const pay of pays) {
      for (const by of [credentials, { token: merchant.token }])
        expect(await pay(fixture, by)).toMatchObject({ success: true, orderStatus: { orderStatus: 2 } })
      for (const by of [{ ...credentials, password: 'wrong' }, { token: 'wrong' }, byOther, { password: 'alone' }])
        expect(await pay(fixture, by)).toMatchObject(refused('Access denied', '5'))
      expect(await pay(fixture, { ...credentials, token: merchant.token })).toMatchObject(refused('Access denied', '5'))
      expect(await pay(fixture, { userName: credentials.userName })).toMatchObject(refused('Field password'))
    }
    expect(await payA(fixture, { ...credentials, merchant: byChild.userName })).toMatchObject({ success: true })
    expect(await payA(fixture, { ...byChild, merchant: credentials.userName })).toMatchObject(
      refused('Access denied', '5'),
    )
  },
  async '4.7 success says that the request was processed: orderStatus shows a card without money'(fixture) {
    const answer = await payA(fixture, { paymentToken: await appleToken(fixture, penniless) })
    expect(answer).toMatchObject({ success: true, orderStatus: { orderStatus: 6, actionCode: 116 } })
  },
  async '4.7 an order number is paid once'(fixture) {
    const orderNumber = newNumber()
    await payA(fixture, { orderNumber })
    const before = fixture.debits()
    for (const pay of [payA, payADirect, payB, payBDirect])
      expect(await pay(fixture, { orderNumber })).toMatchObject(refused('already registered'))
    expect(fixture.debits()).toBe(before)
  },
  async '4.7 a token that was used before is refused, and registers nothing'(fixture) {
    const paymentToken = await appleToken(fixture)
    const [one, two] = await Promise.all([payA(fixture, { paymentToken }), payA(fixture, { paymentToken })])
    expect([one.success, two.success].toSorted()).toEqual([false, true])
    const orderNumber = newNumber()
    expect(await payA(fixture, { paymentToken, orderNumber })).toEqual(unread('used before'))
    const { errorCode } = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })
    expect(errorCode).toBe('6')
  },
  async '4.7 a token of a refused request is not used up'(fixture) {
    const paymentToken = await appleToken(fixture)
    expect(await payA(fixture, { paymentToken, email: 'nobody' })).toMatchObject(refused('Field email'))
    expect(await payA(fixture, { paymentToken })).toMatchObject({ success: true, orderStatus: { orderStatus: 2 } })
  },
  async '4.7 a token that is changed, old, or of another kind is refused with a message for the shopper'(fixture) {
    const token = await fixture.wallets.applePayToken({ card: plain, amount: 1, currency: '978' })
    const { transactionId } = token.header
    const otherId = transactionId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    const changed = { ...token, header: { ...token.header, transactionId: otherId } }
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    expect(await payA(fixture, { paymentToken: packed(changed) })).toEqual(unread('signature'))
    expect(await payA(fixture, { paymentToken: googleToken(fixture, 'PAN_ONLY') })).toEqual(unread('published shape'))
    expect(await payA(fixture, { paymentToken: appleData() })).toEqual(unread('published shape'))
    expect(await payA(fixture, { paymentToken: 'AAA' })).toEqual(unread('published shape'))
    fixture.clock.advance(301_000)
    expect(await payA(fixture, { paymentToken: packed(token) })).toEqual(unread('not signed just now'))
    expect(await payA(fixture, { paymentToken: 'e30=', language: 'ru' })).toMatchObject({
      error: { message: expect.stringMatching(/[а-я]/) },
    })
  },
  async '4.7 preAuth holds the amount, until autocompletionDate where it is sent'(fixture) {
    const at = new Date(fixture.clock.now() + 3 * 3_600_000 + 60_000).toISOString().slice(0, 19)
    for (const pay of [payA, payADirect, payB, payBDirect]) {
      const { orderStatus, error } = await pay(fixture, { preAuth: true })
      expect([pay.name, orderStatus?.orderStatus, error]).toEqual([pay.name, 1, undefined])
    }
    const { data } = await payB(fixture, { preAuth: true, autocompletionDate: at })
    fixture.clock.advance(60_000)
    expect(await stateOf(fixture, data!.orderId)).toMatchObject({ orderStatus: 2 })
  },
  async '2.3 wallet requests accept empty, CI and RI, and store what the table says'(fixture) {
    for (const pay of [payA, payB])
      for (const [tii, { on, stores }] of Object.entries<Initiator>(initiators)) {
        const clientId = newClient()
        const answer = await pay(fixture, { clientId, ...(tii && { tii: tii as 'CI' }) }).catch(() => undefined)
        expect([tii, answer?.success ?? false]).toEqual([tii, on.includes('wallet')])
        const { bindings } = await fixture.gateway.getBindings({ ...credentials, clientId })
        expect(bindings?.map((binding) => binding.bindingCategory)).toEqual(stores && [stores])
        if (stores) expect(answer?.data?.bindingId).toBe(bindings?.[0]?.bindingId)
      }
  },
  async '2.3 tii CI of a wallet needs the permission for vendor-paid common bindings, and a clientId'(fixture) {
    const clientId = newClient()
    const ci = { merchant: byStrict.userName, tii: 'CI', clientId } as const
    expect(await payA(fixture, ci)).toMatchObject(refused('Field tii CI needs a permission'))
    expect(await payA(fixture, { tii: 'CI' })).toMatchObject(refused('Field clientId is required'))
  },
  async '4.9 walletB/payment.do pays a device’s number without 3-D Secure, even of a card that takes part'(fixture) {
    const request = fixture.acs.request.length
    const paymentToken = googleToken(fixture, 'CRYPTOGRAM_3DS', challenged)
    expect(await payB(fixture, { paymentToken, currencyCode: '840' })).toEqual({
      success: true,
      data: { orderId: expect.any(String) },
      orderStatus: expect.objectContaining({
        orderStatus: 2,
        amount: 1234,
        currency: '840',
        ip: '192.0.2.7',
        paymentWay: 'GOOGLE_PAY_TOKENIZED',
      }),
    })
    expect(fixture.acs.request).toHaveLength(request)
  },
  async '4.9 a card on file that is not in 3-D Secure is paid at once'(fixture) {
    expect(await payB(fixture, { paymentToken: googleToken(fixture, 'PAN_ONLY') })).toMatchObject({
      success: true,
      orderStatus: { orderStatus: 2, paymentWay: 'GOOGLE_PAY_CARD', currency: merchant.currency },
    })
  },
  async '4.9 a card on file that is, is paid in two calls, and challenged where its issuer wants'(fixture) {
    const call = {
      orderNumber: newNumber(),
      paymentToken: googleToken(fixture, 'PAN_ONLY', challenged),
      clientBrowserInfo: { userAgent: 'A browser' },
    }
    const { data, orderStatus } = await payB(fixture, call)
    expect(orderStatus).toMatchObject({ orderStatus: 0 })
    expect(data).toMatchObject({ is3DSVer2: true, threeDSMethodUrl: expect.any(String) })
    expect(data).toMatchObject({
      threeDSMethodUrlServer: expect.any(String),
      threeDSMethodDataPacked: expect.any(String),
    })
    // Both spellings occur (4.3).
    expect(data!.threeDSMethodURL).toBe(data!.threeDSMethodUrl)
    expect(data!.threeDSMethodURLServer).toBe(data!.threeDSMethodUrlServer)
    const threeDSServerTransId = data!.threeDSServerTransId!
    const second = await payB(fixture, { ...call, threeDSServerTransId })
    expect(second).toMatchObject({ data: { orderId: data!.orderId, acsUrl: expect.any(String) } })
    expect(second.orderStatus).toMatchObject({ orderStatus: 5 })
    await reportResult(fixture, second.data!.packedCReq!)
    await comeBack(fixture, second.data!.packedCReq!)
    expect(await stateOf(fixture, data!.orderId)).toMatchObject({
      orderStatus: 2,
      paymentWay: 'GOOGLE_PAY_CARD',
      cardAuthInfo: { secureAuthInfo: { threeDsType: '3' } },
    })
    expect(await payB(fixture, { ...call, threeDSServerTransId })).toMatchObject(refused('present state', '7'))
  },
  async '4.9 without a challenge the second call pays'(fixture) {
    for (const pay of [payB, payBDirect]) {
      const paymentMethodDetails = { pan: '4111111111111111', expirationYear: 2034, expirationMonth: 12 }
      const paymentToken =
        pay === payB
          ? googleToken(fixture, 'PAN_ONLY', walletCard('4111111111111111'))
          : googleData(fixture, { paymentMethodDetails })
      const call = { orderNumber: newNumber(), paymentToken }
      const { data } = await pay(fixture, call)
      const second = await pay(fixture, { ...call, threeDSServerTransId: data!.threeDSServerTransId })
      expect(second).toMatchObject({ success: true, orderStatus: { orderStatus: 2 } })
    }
  },
  async '4.9 the second call is about the same order, token and amount'(fixture) {
    const token = () => googleToken(fixture, 'PAN_ONLY', challenged)
    const call = { orderNumber: newNumber(), paymentToken: token() }
    const { data } = await payB(fixture, call)
    const second = { ...call, threeDSServerTransId: data!.threeDSServerTransId! }
    expect(await payB(fixture, { ...second, orderNumber: newNumber() })).toMatchObject(refused('threeDSServerTransId'))
    expect(await payB(fixture, { ...second, threeDSServerTransId: 'x' })).toMatchObject(refused('threeDSServerTransId'))
    expect(await payB(fixture, { ...second, paymentToken: token() })).toEqual(unread('used before'))
    expect(await payB(fixture, { ...second, amount: 1 })).toMatchObject(refused('Field amount'))
    expect(await payB(fixture, { ...second, currencyCode: '840' })).toMatchObject(refused('Field currencyCode'))
    expect(await payB(fixture, second)).toMatchObject({ success: true, data: { packedCReq: expect.any(String) } })
  },
  async '4.9 a token that was made for another merchant is refused'(fixture) {
    const paymentToken = googleToken(fixture, 'CRYPTOGRAM_3DS', plain, byOther.userName)
    expect(await payB(fixture, { paymentToken })).toEqual(unread('another merchant'))
    expect(await payB(fixture, { paymentToken, merchant: byOther.userName })).toMatchObject({ success: true })
  },
  async '2.4 for VISA with 3-D Secure a wallet’s phone or e-mail will do, and its want leaves no order behind'(
    fixture,
  ) {
    const { userName } = byStrict
    const paymentToken = googleToken(fixture, 'PAN_ONLY', walletCard('4111111111111111'), userName)
    const billingPayerData = { billingAddressLine1: 'A street 1', billingPostalCode: '12345' }
    const call = { orderNumber: newNumber(), paymentToken, merchant: userName, billingPayerData }
    expect(await payB(fixture, { ...call, billingPayerData: {} })).toMatchObject(refused('Field billingPayerData'))
    expect(await payB(fixture, call)).toMatchObject(refused('Field email'))
    expect(await payB(fixture, { ...call, phone: '+15550100200' })).toMatchObject({ data: { is3DSVer2: true } })
  },
  async 'family: the wallets answer by their own names too, /payment/applepay and /payment/google'(fixture) {
    const ask = async (path: string, fields: object): Promise<unknown> => {
      const body = JSON.stringify({ merchant: merchant.login, orderNumber: newNumber(), ...fields })
      const headers = { 'content-type': 'application/json' }
      return (await fixture.fetch(new Request(fixture.base + path, { method: 'POST', body, headers }))).json()
    }
    const paid = { success: true, orderStatus: { orderStatus: 2 } }
    expect(await ask('/payment/applepay/payment.do', { paymentToken: await appleToken(fixture) })).toMatchObject(paid)
    const atGoogle = { clientId: 'client', ip: '192.0.2.1', amount: 1, returnUrl: 'https://shop.test/' }
    const paymentToken = googleToken(fixture, 'CRYPTOGRAM_3DS')
    expect(await ask('/payment/google/payment.do', { paymentToken, ...atGoogle })).toMatchObject(paid)
    for (const wallet of ['applepay', 'google'])
      expect(await ask(`/payment/${wallet}/paymentDirect.do`, {})).toMatchObject(refused('Field username'))
  },
})
