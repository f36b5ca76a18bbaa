import { expect, test } from 'vitest'
import { orderQueue } from '#proxy/shop-server/order-queue.ts'

test('what is done about one order is done in sequence, also after a failure, and another order does not wait', async () => {
  const inQueue = orderQueue()
  const done: string[] = []
  let finish = (): void => {}
  const first = inQueue('A-17', async () => {
    await new Promise<void>((resolve) => (finish = resolve))
    done.push('first')
    throw new Error('failed')
  })
  const second = inQueue('A-17', async () => done.push('second'))
  await inQueue('A-18', async () => done.push('other order'))
  finish()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(done).toEqual(['other order', 'first', 'second'])
})
