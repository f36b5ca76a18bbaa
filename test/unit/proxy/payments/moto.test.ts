import { expect, test } from 'vitest'
import { plainText } from '../../../conformance/gateway/seal-card.ts'
import { openShop, penniless, plain, walletsOffered, type Shop } from '../support/sandbox-shop.ts'
import { browser } from '../support/test-proxy.ts'

const moto = { channel: 'moto' } as const

/** Sealed without an order, since the payment registers it. */
const bodyOf = async (shop: Shop, card = plain) => ({
  seToken: await shop.sealed(plainText({ ...card, cvc: '' }, '')),
  cardholder: 'JANE DOE',
})

test('an operator’s card registers and pays the order, without 3-D Secure', async () => {
  const shop = await openShop()
  expect(await shop.outcome('moto', await bodyOf(shop), moto)).toMatchObject({ state: 'paid', orderNumber: 'S-1' })
  expect(await shop.statusOf('S-1')).toMatchObject({ orderStatus: 2, amount: 1234, paymentWay: 'CARD_MOTO' })
  expect(shop.request('register.do')).toEqual([])
})

test('a decline leaves the next number to another try', async () => {
  const shop = await openShop()
  const declined = await shop.outcome('moto', await bodyOf(shop, penniless), moto)
  expect(declined).toMatchObject({ state: 'declined', reason: 'insufficient_funds', again: true })
  expect(await shop.outcome('moto', await bodyOf(shop), { ...moto, capture: 'two-phase' })).toMatchObject({
    state: 'held',
  })
  expect(await shop.statusOf('S-1-2')).toMatchObject({ orderStatus: 1 })
})

test('the card is stored where the ticket says so', async () => {
  const shop = await openShop()
  const claims = { ...moto, clientId: 'jane', save: 'ask' } as const
  await shop.outcome('moto', await bodyOf(shop), claims)
  expect((await shop.checkout({ clientId: 'jane', orderNumber: 'S-2' })).savedCards).toEqual([])
  await shop.outcome('moto', { ...(await bodyOf(shop)), save: true }, { ...claims, orderNumber: 'S-3' })
  expect((await shop.checkout({ clientId: 'jane', orderNumber: 'S-4' })).savedCards).toHaveLength(1)
})

test.each([undefined, 'Ян', 'J4NE', 'A NAME LONGER THAN THE GATEWAY'])(
  'a cardholder %j is refused by name',
  async (cardholder) => {
    const shop = await openShop()
    const refused = await shop.refusal('moto', { ...(await bodyOf(shop)), cardholder }, moto)
    expect(refused).toMatchObject({ status: 400, field: 'cardholder' })
    expect(shop.sent).toEqual([])
  },
)

test('a ticket of one channel pays by no way of the other', async () => {
  const shop = await openShop(walletsOffered)
  const card = { ...(await shop.cardBody('id')), browser }
  const wrong = { status: 400, code: 'ticket_invalid', field: 'channel' }
  expect(await shop.refusal('moto', await bodyOf(shop))).toMatchObject(wrong)
  expect(await shop.refusal('prepare', {}, moto)).toMatchObject(wrong)
  expect(await shop.refusal('pay', card, moto)).toMatchObject(wrong)
  expect(await shop.refusal('pay', { ...card, bindingId: 'x' }, { ...moto, clientId: 'jane' })).toMatchObject(wrong)
  expect(await shop.refusal('wallet/pay', { wallet: 'applePay', paymentToken: 'QUJD', browser }, moto)).toMatchObject(
    wrong,
  )
  expect(shop.sent).toEqual([])
})
