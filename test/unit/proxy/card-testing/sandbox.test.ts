import { expect, test } from 'vitest'
import { cardNamed } from '../../../conformance/gateway/fixture.ts'
import { openShop } from '../support/sandbox-shop.ts'

test('the third different card that the sandbox declines is the last of its order, and the same card again is none', async () => {
  const shop = await openShop({ TENDER_LIMIT_CARDS: '3' })
  const outcomes = []
  for (const pan of ['4000000000000010', '4000000000000010', '4000000000000036', '4000000000000044'])
    outcomes.push(await shop.outcome('pay', await shop.cardBody(await shop.prepared(), cardNamed(pan))))
  expect(outcomes.map((one) => 'reason' in one && [one.reason, one.again])).toEqual([
    ['insufficient_funds', true],
    ['insufficient_funds', true],
    ['card_expired', true],
    ['attempts_used_up', false],
  ])
  expect(await shop.outcome('prepare', {})).toMatchObject({ reason: 'attempts_used_up', again: false })
  expect(shop.request('paymentorder.do')).toHaveLength(4)
})
