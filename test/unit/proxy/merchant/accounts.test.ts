import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newClient } from '../../../conformance/gateway/stored-cards.ts'
import { losing } from '../support/sandbox-shop.ts'
import { openCodeShop, payloadIn, roubles, type CodeShop } from '../support/code-shop.ts'

let shop: CodeShop
beforeAll(async () => {
  shop = await openCodeShop()
})
afterAll(() => shop.fixture.close())

/** A client whose account has paid an order, and was stored by it. */
async function storedBy(claims: { readonly save?: 'required' | 'ask' } = { save: 'required' }) {
  const clientId = newClient()
  const order = shop.order({ clientId, ...claims })
  await order.inApp(payloadIn(await order.code()), 'confirm', 'birch')
  const { accounts = [], cards } = await shop.merchant.cards({ clientId })
  return { clientId, accounts, cards, order }
}

let charges = 0
const charge = (clientId: string, bindingId: string) =>
  shop.merchant.charge({ ...roubles, orderNumber: `charge-${(charges += 1)}`, clientId, bindingId })

describe('an account that has paid by a code', () => {
  test('is listed beside the cards, where the ticket requires that it is stored', async () => {
    const { accounts, cards, order } = await storedBy()
    expect(accounts).toEqual([
      {
        bindingId: expect.any(String),
        method: 'sbp',
        bankName: 'Birch Bank',
        createdDate: expect.any(Number),
      },
    ])
    expect(cards).toEqual([])
    expect((await shop.checkout(order.ticket)).codes).toEqual({ sbp: { stores: true } })
    expect((await storedBy({ save: 'ask' })).accounts).toEqual([])
  })

  test('is charged without its holder, once, and no account of another client is', async () => {
    const { clientId, accounts } = await storedBy()
    const { bindingId } = accounts[0]!
    const paid = await charge(clientId, bindingId)
    expect(paid).toMatchObject({ state: 'paid', current: { paymentWay: 'SBP_C2B_BINDING', depositedAmount: 1234 } })
    await expect(charge(newClient(), bindingId)).rejects.toMatchObject({ code: 'not_found' })
    const again = (change: object) =>
      shop.merchant.charge({ ...roubles, orderNumber: paid.orderNumber, clientId, bindingId, ...change })
    expect(await again({})).toMatchObject({ state: 'paid' })
    const other = await storedBy()
    for (const [field, change] of [
      ['clientId', { clientId: other.clientId, bindingId: other.accounts[0]!.bindingId }],
      ['bindingId', { bindingId: other.accounts[0]!.bindingId }],
    ] as const)
      await expect(again(change)).rejects.toMatchObject({ code: 'order_mismatch', field })
  })

  test('is removed, and then neither listed nor charged', async () => {
    const { clientId, accounts } = await storedBy()
    const { bindingId } = accounts[0]!
    expect(await shop.merchant.removeCard({ clientId, bindingId })).toEqual({ cards: [], accounts: [] })
    await expect(charge(clientId, bindingId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(shop.merchant.removeCard({ clientId, bindingId })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is removed also where the answer is lost', async () => {
    const { clientId, accounts } = await storedBy()
    shop.state.wire = losing('sbp/c2b/unBind.do')
    const { bindingId } = accounts[0]!
    expect(await shop.merchant.removeCard({ clientId, bindingId })).toEqual({ cards: [], accounts: [] })
    shop.state.wire = undefined
  })
})

test('a payment by a code is refunded, in part and then in full, and the merchant reads how it was paid', async () => {
  const { order } = await storedBy({ save: 'ask' })
  const { orderNumber } = order
  const { state, current } = await shop.merchant.order({ orderNumber })
  expect(state).toBe('paid')
  expect(current).toMatchObject({ paymentWay: 'SBP_C2B' })
  expect(current.maskedPan).toBeUndefined()
  const part = await shop.merchant.refund({ orderNumber, amount: 234, refundId: 'r-1' })
  expect(part).toMatchObject({ state: 'refunded', current: { refundedAmount: 234 } })
  const whole = await shop.merchant.refund({ orderNumber, refundId: 'r-2' })
  expect(whole).toMatchObject({ state: 'refunded', current: { refundedAmount: 1234 } })
})
