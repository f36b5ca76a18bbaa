import { afterEach, expect, test, vi } from 'vitest'
import { storedCard } from '../../../support/fake-gateway.ts'
import { openStand, quiet } from './stand.ts'

afterEach(() => void vi.useRealTimers())

test('a charge that the gateway made of another sum is no webhook, at once, when its order is followed or refunded', async () => {
  const stand = await openStand()
  const { gateway } = stand
  gateway.bindings.set('jane', [storedCard('b-1', 'RECURRENT')])
  gateway.state.wire = async (request, work) => {
    const answer = await work()
    if (request.url.endsWith('recurrentPayment.do')) stand.gateway.orders.get('S-1')!.amount = 100
    return answer
  }
  const terms = { orderNumber: 'S-1', amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }
  const answer = await stand.merchantAsks('charges/recurrent', terms)
  expect(answer.json()).toMatchObject({ error: { code: 'order_mismatch' } })
  expect((await stand.merchantAsks('orders/S-1/refund', {})).statusCode).toBe(200)
  await stand.clock.drive(stand.clock.sleep(10_000))
  await quiet()
  expect(stand.attempts).toEqual([])
  expect(stand.log.join('')).toContain('"op":"webhook","order":"S-1","code":"order_mismatch"')
})
