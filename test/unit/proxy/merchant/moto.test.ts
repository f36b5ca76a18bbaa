import { describe, expect, test } from 'vitest'
import { sealStamp, sealText } from '../../../conformance/gateway/seal-card.ts'
import { merchant, registered, payment, cardNamed, credentials } from '../../../conformance/gateway/fixture.ts'
import { watching, openBank, plain } from './bank.ts'

const terms = { orderNumber: 'M-1', amount: 1234, currency: '933', cardholder: 'JANE DOE' }
const card = { pan: plain.pan, expiry: plain.expiry, cvc: '123' }
const openly = async () => ({ TENDER_PLAIN_CARDS: 'allowed' })
const path = 'charges/moto'
const what = 'motoPayment.do'

type Bank = Awaited<ReturnType<typeof openBank>>

/** A card encrypted without an order, since there is none yet. */
async function sealed({ fixture }: Pick<Bank, 'fixture'>, { pan, expiry } = plain): Promise<string> {
  const { keys } = await fixture.gateway.sealingKeys({})
  return sealText([...sealStamp, pan, '123', expiry, ''].join('/'), keys[0]!.keyValue)
}

describe('a mail or telephone order', () => {
  test('is paid by a sealed card, once, however often it is asked for', async () => {
    const bank = await openBank()
    const requested = { ...terms, seToken: await sealed(bank) }
    const paid = { orderNumber: 'M-1', state: 'paid', current: { amount: 1234, depositedAmount: 1234 } }
    expect(await bank.order(path, requested)).toMatchObject(paid)
    expect(await bank.order(path, requested)).toMatchObject(paid)
    expect([bank.request(what), bank.fixture.debits()]).toEqual([1, 1])
  })

  test('is sent with its name in signs that the gateway takes', async () => {
    const bank = await openBank()
    await bank.order(path, { ...terms, cardholder: 'Nguyễn Gʻofur‐Ogʻli', seToken: await sealed(bank) })
    const order = await bank.fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber: 'M-1' })
    expect(order.cardAuthInfo?.cardholderName).toBe("Nguyen G'ofur-Og'li")
  })

  test('is held where it is asked for', async () => {
    const bank = await openBank()
    const requested = { ...terms, seToken: await sealed(bank), preAuth: true }
    expect(await bank.order(path, requested)).toMatchObject({ state: 'held', current: { approvedAmount: 1234 } })
  })

  test('is paid by a stored card of its client', async () => {
    const bank = await openBank()
    const { fixture } = bank
    const orderId = await registered(fixture, { clientId: 'jane', features: ['FORCE_CREATE_BINDING'] })
    await fixture.gateway.paymentorder(await payment(fixture, orderId, cardNamed(plain.pan)))
    const [stored] = (await fixture.gateway.getBindings({ ...credentials, clientId: 'jane' })).bindings!
    const { bindingId } = stored!
    const other = await bank.refusal(path, { ...terms, bindingId, clientId: 'john' })
    expect(other).toMatchObject({ status: 404, code: 'not_found', field: 'bindingId' })
    expect(bank.request(what)).toBe(0)
    expect(await bank.order(path, { ...terms, bindingId, clientId: 'jane' })).toMatchObject({ state: 'paid' })
  })
})

test.each([
  ['to the proxy where it receives them', {}, /^https:\/\/pay\.shop\.example\/callback\/./],
  [
    'elsewhere if the merchant says so',
    { dynamicCallbackUrl: 'https://shop.example/own' },
    /^https:\/\/shop\.example\/own$/,
  ],
])('the callbacks of a telephone order go %s', async (_, change, address) => {
  const bank = await openBank(async () => watching)
  let result: string | null = null
  bank.state.wire = async (request, fetch) => {
    if (!request.url.endsWith(what)) return fetch(request)
    result = new URLSearchParams(await request.text()).get('dynamicCallbackUrl')
    return new Response('', { status: 502 })
  }
  await bank.refusal(path, { ...terms, seToken: 'QUJD', ...change })
  expect(result).toMatch(address)
})

test('the typed client asks for both charges by name', async () => {
  const { merchant: client, fixture } = await openBank()
  const seToken = await sealed({ fixture })
  expect(await client.moto({ ...terms, seToken })).toMatchObject({ state: 'paid' })
  const paymentToken = { ...(await fixture.wallets.applePayToken({ card: plain, amount: 1234, currency: '933' })) }
  const { cardholder: _, ...sum } = terms
  const requested = { ...sum, orderNumber: 'W-1', wallet: 'applePay', paymentToken } as const
  expect(await client.wallet(requested)).toMatchObject({ state: 'paid' })
})

describe('a card in the clear', () => {
  test('is refused with the name of the variable, and sent nowhere', async () => {
    const bank = await openBank()
    const refused = await bank.refusal(path, { ...terms, ...card })
    expect(refused).toMatchObject({ status: 400, code: 'field_invalid', field: 'pan' })
    expect(refused.message).toContain('TENDER_PLAIN_CARDS=allowed')
    const code = await bank.refusal(path, { ...terms, bindingId: 'b-1', clientId: 'jane', cvc: '123' })
    expect(code).toMatchObject({ status: 400, code: 'field_invalid', field: 'cvc' })
    expect(bank.sent).toEqual([])
  })

  test('is taken where the proxy is configured so, which it logs as an error', async () => {
    const bank = await openBank(openly)
    expect(bank.log.join('')).toMatch(/"level":50.*TENDER_PLAIN_CARDS=allowed/)
    expect(await bank.order(path, { ...terms, ...card })).toMatchObject({ state: 'paid' })
  })

  test('is written nowhere, however the request ends', async () => {
    const bank = await openBank(openly)
    await bank.order(path, { ...terms, ...card })
    await bank.order(path, { ...terms, ...card, orderNumber: 'M-2', cardnumber: plain.pan })
    await bank.order(path, { ...terms, ...card, orderNumber: 'M-3', expiry: '2034-12' })
    bank.state.wire = async () => new Response('?', { status: 500 })
    const refused = await bank.refusal(path, { ...terms, ...card, orderNumber: 'M-4' })
    expect(JSON.stringify(refused)).not.toContain(plain.pan)
    expect(bank.log.join('')).toContain('"order":"M-4"')
    expect(bank.log.join('')).not.toMatch(new RegExp(`${plain.pan}|${plain.pan.slice(6)}|${merchant.password}`))
  })
})

test.each([
  ['nothing that pays', {}, 'seToken'],
  ['two that pay', { seToken: 'QUJD', pan: plain.pan, expiry: plain.expiry }, 'seToken'],
  ['a card without its expiry', { pan: plain.pan }, 'expiry'],
  ['an expiry without its card', { seToken: 'QUJD', expiry: plain.expiry }, 'expiry'],
  ['a code beside a sealed card', { seToken: 'QUJD', cvc: '123' }, 'cvc'],
  ['a stored card of nobody', { bindingId: 'b-1' }, 'clientId'],
])('%s is refused', async (_, method, field) => {
  const bank = await openBank(openly)
  expect(await bank.refusal(path, { ...terms, ...method })).toMatchObject({ status: 400, code: 'field_invalid', field })
  expect(bank.sent).toEqual([])
})
