import { describe, expect, test } from 'vitest'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { attemptFactsOf, eciOf } from '#proxy/orders/order.ts'
import { credentials, registered } from '../../../conformance/gateway/fixture.ts'
import { debitedOrder, refund } from '../../../conformance/gateway/paid-orders.ts'
import { stored } from '../../../conformance/gateway/stored-cards.ts'
import { openBank, plain } from './bank.ts'

const terms = { orderNumber: 'S-1', amount: 1234, currency: '933', clientId: 'jane' }

describe('an order has what the gateway reports of it', () => {
  test('beside its amounts: approval, reference, terminal, bank, card and binding', async () => {
    const { fixture, order } = await openBank()
    const bindingId = await stored(fixture, 'jane')
    await order('charges', { ...terms, bindingId })
    const status = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: 'S-1' })
    const { cardAuthInfo, bankInfo, paymentAmountInfo } = status
    expect(cardAuthInfo?.approvalCode).toHaveLength(6)
    expect(bankInfo?.bankCountryCode).toMatch(/^[A-Z]{2}$/)
    expect((await order('orders/S-1')).current).toMatchObject({
      approvalCode: cardAuthInfo!.approvalCode,
      authRefNum: status.authRefNum,
      authDateTime: status.authDateTime,
      eci: '07',
      terminalId: status.terminalId,
      ...bankInfo,
      maskedPan: '444455**3333',
      expiration: plain.expiry,
      paymentSystem: 'VISA',
      clientId: 'jane',
      bindingId,
      paymentWay: 'CARD_BINDING',
      tii: 'U',
      approvedAmount: 0,
      depositedAmount: 1234,
      refundedAmount: 0,
      totalAmount: 1234,
      feeAmount: 0,
      paymentState: paymentAmountInfo!.paymentState,
    })
  })

  test('its currency by its number and its letters, whichever it was charged in', async () => {
    const bank = await openBank()
    const bindingId = await stored(bank.fixture, 'jane')
    const named = { currency: '933', currencyCode: 'BYN' }
    for (const [orderNumber, currency] of [
      ['S-1', 'BYN'],
      ['S-2', '933'],
    ])
      expect((await bank.order('charges', { ...terms, orderNumber, currency, bindingId })).current).toMatchObject(named)
    const refused = await bank.refusal('charges', { ...terms, orderNumber: 'S-3', currency: 'BYR', bindingId })
    expect(refused).toMatchObject({ field: 'currency', message: expect.stringContaining('such as 978 or EUR') })
    expect(attemptFactsOf({ amount: 1000, currency: '810' })).toEqual({ currency: '810' })
  })

  test('its fee, where the total is above the amount', () => {
    const sums = (totalAmount: number) => attemptFactsOf({ amount: 1000, paymentAmountInfo: { totalAmount } })
    expect(sums(1050)).toEqual({ totalAmount: 1050, feeAmount: 50 })
    expect(sums(900)).toEqual({ totalAmount: 900 })
  })

  test.each([
    ['5', '05'],
    ['05', '05'],
    [5, '05'],
    [7, '07'],
    [0, '00'],
    ['', undefined],
    [undefined, undefined],
  ])('the eci %j is %j', (sent, expected) => {
    expect(eciOf(sent)).toBe(expected)
  })

  test.each(['"07"', '"7"', '7'])('the eci in two digits where the gateway answers %s', async (eci) => {
    const { fixture, order, state } = await openBank()
    await order('charges', { ...terms, bindingId: await stored(fixture, 'jane') })
    state.wire = async (request, fetch) => {
      const answer = await fetch(request)
      const body = (await answer.text()).replace(/"eci":"?\d+"?/, `"eci":${eci}`)
      expect(body).toContain(`"eci":${eci}`)
      return new Response(body, { status: answer.status })
    }
    expect((await order('orders/S-1')).current.eci).toBe('07')
  })

  test('its refunds, those of the bank too, and in its list the same', async () => {
    const { fixture, merchant } = await openBank()
    const orderId = await debitedOrder(fixture, { orderNumber: 'S-3' })
    const first = fixture.clock.now()
    expect((await merchant.order({ orderNumber: 'S-3' })).current).not.toHaveProperty('refunds')
    await merchant.refund({ orderNumber: 'S-3', amount: 200, refundId: 'return-3' })
    fixture.clock.advance(1000)
    await refund(fixture, orderId, 34)
    const { current } = await merchant.order({ orderNumber: 'S-3' })
    expect(current.refunds).toEqual([
      { refundId: 'return-3', amount: 200, date: first },
      { amount: 34, date: first + 1000 },
    ])
    const from = new Date(first - 1000).toISOString()
    expect((await merchant.orders({ from })).tries).toMatchObject([{ refunds: current.refunds }])
  })

  test('no refund that the gateway lists as refused, or without a sum', () => {
    const refunds = [{ amount: 5, actionCode: '116' }, { actionCode: '000' }, { amount: 7, actionCode: '0' }]
    expect(attemptFactsOf({ refunds })).toMatchObject({ refunds: [{ amount: 7 }] })
    expect(attemptFactsOf({ refunds: [] })).toEqual({})
  })

  test('nothing that the gateway does not report', async () => {
    const { fixture, order } = await openBank()
    await registered(fixture, { orderNumber: 'S-2' })
    const { current } = await order('orders/S-2')
    expect(Object.keys(current)).not.toContain('approvalCode')
    expect(JSON.stringify(current)).not.toContain('null')
  })
})

test('a reference comes back with the order of each way of charging, and in the list', async () => {
  const { fixture, merchant } = await openBank(async () => ({ TENDER_PLAIN_CARDS: 'allowed' }))
  const reference = `cart "17"/3 ${'~'.repeat(243)}`
  const by = (orderNumber: string) => ({ ...terms, orderNumber, reference })
  const card = { pan: plain.pan, expiry: plain.expiry, cvc: '123', cardholder: 'JANE DOE' }
  const paymentToken = await fixture.wallets.applePayToken({ card: plain, amount: 1234, currency: '933' })
  const from = new Date(fixture.clock.now()).toISOString()
  const charged = [
    await merchant.charge({ ...by('R-charge'), bindingId: await stored(fixture, 'jane') }),
    await merchant.chargeRecurrent({ ...by('R-rec'), bindingId: await stored(fixture, 'jane', { type: 'R' }) }),
    await merchant.moto({ ...by('R-moto'), ...card }),
    await merchant.wallet({ ...by('R-wallet'), wallet: 'applePay', paymentToken }),
  ]
  expect(charged).toMatchObject(charged.map(() => ({ state: 'paid', current: { reference } })))
  const listed = (await merchant.orders({ from })).tries.filter(({ order }) => order.startsWith('R-'))
  expect(listed).toMatchObject(charged.map(() => ({ reference })))
})

test('a charge sends no parameters where the terms are switched off and it has none', async () => {
  const bank = await openBank(async () => ({ TENDER_TERMS_PARAM: 'none', TENDER_PLAIN_CARDS: 'allowed' }))
  const bindingId = await stored(bank.fixture, 'jane', { type: 'R' })
  const bodies: string[] = []
  bank.state.wire = async (request, fetch) => {
    bodies.push(await request.clone().text())
    return fetch(request)
  }
  const card = { pan: plain.pan, expiry: plain.expiry, cvc: '123', cardholder: 'JANE DOE' }
  expect(await bank.order('charges/moto', { ...terms, ...card })).toMatchObject({ state: 'paid' })
  const recurrent = { ...terms, orderNumber: 'S-2', bindingId }
  expect(await bank.order('charges/recurrent', recurrent)).toMatchObject({ state: 'paid' })
  expect(bodies.join('')).not.toMatch(/jsonParams|additionalParameters/)
})

test.each(['', ' a', 'a ', 'Cart №7', 'a\nb', 'x'.repeat(256)])(
  'the reference %j is refused by name',
  async (reference) => {
    const { refusal, sent } = await openBank()
    const field = 'reference'
    expect(await refusal('charges', { ...terms, bindingId: 'b', reference })).toMatchObject({ status: 400, field })
    const claims = { ...terms, returnUrl: 'https://shop.example/', reference }
    await expect(signOrder(claims, 'a secret of the tests of 32 bytes')).rejects.toThrow("The order's reference")
    expect(sent).toEqual([])
  },
)

describe('a charge carries who pays, and from where', () => {
  const payer = { email: 'jane@example.com', ip: '192.0.2.7', language: 'ru' } as const

  test('by a common card', async () => {
    const { fixture, order, state } = await openBank()
    const bindingId = await stored(fixture, 'jane')
    const bodies: string[] = []
    state.wire = async (request, fetch) => {
      bodies.push(`${request.url} ${await request.clone().text()}`)
      return fetch(request)
    }
    expect(await order('charges', { ...terms, ...payer, bindingId })).toMatchObject({ state: 'paid' })
    const sent = (what: string) =>
      Object.fromEntries(new URLSearchParams(bodies.find((one) => one.includes(what))!.split(' ')[1]))
    expect(sent('register.do')).toMatchObject({ email: payer.email, language: 'ru' })
    expect(sent('paymentOrderBinding.do')).toMatchObject({ ...payer, tii: 'U' })
    const status = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: 'S-1' })
    expect(status).toMatchObject({ ip: payer.ip, actionCodeDescription: expect.stringMatching(/[а-я]/) as string })
  })

  test('by a recurrent card, with additional parameters', async () => {
    const { fixture, order } = await openBank()
    const bindingId = await stored(fixture, 'jane', { type: 'R' })
    const additionalParameters = { contract: 'C-5', month: 'March' }
    const requested = { ...terms, ...payer, bindingId, additionalParameters }
    expect(await order('charges/recurrent', requested)).toMatchObject({ state: 'paid', current: { tii: 'R' } })
    const status = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: 'S-1' })
    expect(status).toMatchObject({ ip: payer.ip, actionCodeDescription: expect.stringMatching(/[а-я]/) as string })
    expect(status.merchantOrderParams).toEqual([
      { name: 'contract', value: 'C-5' },
      { name: 'month', value: 'March' },
      { name: 'tenderTerms', value: expect.any(String) },
    ])
  })

  test.each([
    ['ip', { ip: 'nowhere' }],
    ['email', { email: 'x'.repeat(41) }],
    ['language', { language: 'xxx' }],
  ])('a wrong %s is refused by name, and nothing is sent', async (field, wrong) => {
    const { refusal, sent } = await openBank()
    for (const path of ['charges', 'charges/recurrent'])
      expect(await refusal(path, { ...terms, bindingId: 'b', ...wrong })).toMatchObject({ status: 400, field })
    expect(sent).toEqual([])
  })
})
