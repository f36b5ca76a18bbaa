import { expect, test } from 'vitest'
import { openShop, order, penniless } from '../support/sandbox-shop.ts'

const claims = { amount: 0, features: ['VERIFY'], clientId: 'jane' } as const
const verify = { ...claims, features: [...claims.features] }

test('a card is checked and stored, and nothing is paid', async () => {
  const shop = await openShop()
  const body = await shop.cardBody(await shop.prepared(verify))
  expect(await shop.outcome('pay', body, verify)).toMatchObject({ state: 'verified', amount: 0 })
  expect(await shop.outcome('outcome', undefined, verify)).toMatchObject({ state: 'verified' })
  expect(await shop.outcome('prepare', {}, verify)).toMatchObject({ state: 'verified' })
  expect((await shop.checkout({ clientId: 'jane', orderNumber: 'S-2' })).savedCards).toHaveLength(1)
})

test('a card that is refused is declined as ever', async () => {
  const shop = await openShop()
  shop.fixture.switches.set({ declineWith: 116 })
  const body = await shop.cardBody(await shop.prepared(verify), penniless)
  expect(await shop.outcome('pay', body, verify)).toMatchObject({ state: 'declined', reason: 'insufficient_funds' })
})

test('an order of money that was given back is cancelled, not verified', async () => {
  const shop = await openShop()
  const held = { capture: 'two-phase' } as const
  await shop.outcome('pay', await shop.cardBody(await shop.prepared(held)), held)
  const orderId = (await shop.statusOf('S-1')).attributes![0]!.value
  await shop.fixture.gateway.reverse({ userName: 'shop-api', password: 'shop-password', orderId })
  expect(await shop.outcome('outcome', undefined, held)).toMatchObject({ state: 'cancelled', again: false })
})

test('a check of a card has nothing to pay', async () => {
  const refused = await (await openShop()).refusal('prepare', {}, { ...order, ...verify, amount: 1 })
  expect(refused).toMatchObject({ status: 400, code: 'ticket_invalid', field: 'amount' })
})

test('an amount of 0 pays nothing else', async () => {
  const shop = await openShop()
  const refused = await shop.refusal('prepare', {}, { ...order, amount: 0 })
  expect(refused).toMatchObject({ status: 400, code: 'ticket_invalid', field: 'amount' })
  expect(refused.message).toContain('VERIFY')
})
