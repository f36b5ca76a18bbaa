import { describe, expect, test } from 'vitest'
import { tryFactsOf, eciOf } from '#proxy/orders/try-facts.ts'
import { credentials, registered } from '../../../conformance/gateway/fixture.ts'
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
    expect(tryFactsOf({ amount: 1000, currency: '810' })).toEqual({ currency: '810' })
  })

  test('its fee, where the total is above the amount', () => {
    const sums = (totalAmount: number) => tryFactsOf({ amount: 1000, paymentAmountInfo: { totalAmount } })
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

  test('nothing that the gateway does not report', async () => {
    const { fixture, order } = await openBank()
    await registered(fixture, { orderNumber: 'S-2' })
    const { current } = await order('orders/S-2')
    expect(Object.keys(current)).not.toContain('approvalCode')
    expect(JSON.stringify(current)).not.toContain('null')
  })
})

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
