import { describe, expect, test } from 'vitest'
import { openCounter } from './counter.ts'
import { storedCard } from '../../../support/fake-gateway.ts'

/** Values of orderStatus. */
const [OPEN, HELD, PAID] = [0, 1, 2]

const charge = { orderNumber: 'S-1', amount: 900, currency: '978', clientId: 'jane', bindingId: 'b-1' }

describe('of an operation that is asked for three times at once, no answer says that it was refused', () => {
  const operations = [
    ['a refund', PAID, 'orders/A-17/refund', { amount: 1000, refundId: 'r-1' }, ['refunded']],
    ['a whole capture', HELD, 'orders/A-17/capture', {}, ['paid']],
    ['a part of one', HELD, 'orders/A-17/capture', { amount: 1000 }, ['paid']],
    ['a reversal', HELD, 'orders/A-17/cancel', {}, ['reversed']],
    ['the end of an open order', OPEN, 'orders/A-17/cancel', {}, ['cancelled', 'declined']],
    ['a charge', undefined, 'charges', charge, ['paid', 'pending']],
    ['a recurrent charge', undefined, 'charges/recurrent', { ...charge, bindingId: 'b-2' }, ['paid', 'pending']],
  ] as const

  test.each(operations)('%s', async (_, status, path, body, states) => {
    const { add, send, gateway } = await openCounter()
    gateway.bindings.set('jane', [storedCard('b-1'), storedCard('b-2', 'RECURRENT')])
    if (status !== undefined) add('A-17', status, { twoPhase: status === HELD })
    const answers = await Promise.all([1, 2, 3].map(() => send(path, body)))
    expect(answers.map((answer) => [answer.statusCode, answer.json<object>()])).toEqual(
      answers.map(() => [200, expect.objectContaining({ state: expect.toBeOneOf([...states]) as string })]),
    )
  })
})

test('a card that is removed for three requests at once is removed for each of them', async () => {
  const { send, gateway } = await openCounter()
  gateway.bindings.set('jane', [storedCard('b-1'), storedCard('b-2')])
  const answers = await Promise.all([1, 2, 3].map(() => send('clients/jane/cards/b-1/remove', {})))
  expect(answers.map((answer) => [answer.statusCode, answer.json<object>()])).toEqual(
    answers.map(() => [200, { cards: [expect.objectContaining({ bindingId: 'b-2' })] }]),
  )
})
