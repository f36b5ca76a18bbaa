import type { Response as Answer } from 'light-my-request'
import { expect, test } from 'vitest'
import { asking, belongingsOf, PAID } from './belongings.ts'
import { cross } from './campaign.ts'
import { openHosted } from './hosted.ts'

test('what one merchant has tells nothing at the address of another', { timeout: 120_000 }, async () => {
  const { told, blind, tried } = await cross(5, 10_000, 59)
  expect(blind).toEqual([])
  expect(told).toEqual([])
  expect(tried).toBe(10_000)
})

test('an order that one merchant refunds is locked and refunded for no other with the same number', async () => {
  const hosted = await openHosted(2)
  const [one, other] = await Promise.all(
    hosted.merchants.map(async (merchant) => ({ ...merchant, has: await belongingsOf(hosted, merchant) })),
  )
  type Party = NonNullable<typeof one>
  const refund = ({ host, has }: Party, refundId: string): Promise<Answer> =>
    hosted.send(host, asking(has.apiKey, 'POST', `/merchant/orders/${PAID}/refund`, { amount: 10, refundId }))
  // These gateways name no refunds, so that the proxy remembers them.
  for (const { gateway } of hosted.merchants) gateway.state.isOlder = true
  let during: Answer | undefined
  one!.gateway.state.wire = async (what, work) => {
    if (what.url.endsWith('/refund.do')) during ??= await refund(other!, 'r-2')
    return work()
  }
  const answers = [await refund(one!, 'r-1'), during, await refund(one!, 'r-1'), await refund(other!, 'r-1')]
  expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 200, 200, 200])
  const refunds = ({ gateway }: Party): number => gateway.calls.filter(({ what }) => what.includes('refund')).length
  expect([refunds(one!), refunds(other!)]).toEqual([1, 2])
})
