import { expect, test } from 'vitest'
import { Attempt, type AttemptContext } from '#card-frame/attempt.ts'

const facts = { orderNumber: 'A-1', amount: 4990, currency: '978' } as const
const paid = { state: 'paid', ...facts } as const

/** Rejects as `fetch` does without a connection. */
const lose = () => Promise.reject(new TypeError('Failed to fetch'))

/** An attempt by a wallet whose answer is lost, and whose withdrawal is answered after so many more losses. */
function attemptWith(losses: number, { isBack, sleep }: { isBack: () => Promise<void>; sleep: () => Promise<void> }) {
  let asked = 0
  const api = {
    payByWallet: lose,
    withdraw: () => ((asked += 1) > losses ? Promise.resolve(paid) : lose()),
  }
  const parts = {
    api,
    checkout: facts,
    clock: { now: () => 0, sleep },
    network: { isDown: () => false, isBack },
    random: { uuid: () => 'request-1' },
    browser: () => ({}),
    lost: () => undefined,
  } as unknown as AttemptContext
  return new Attempt(parts).payByWallet({ wallet: 'applePay', paymentToken: 'dG9rZW4=' })
}

const never = () => new Promise<void>(() => {})
const atOnce = () => Promise.resolve()

test('a connection that comes back often does not use up the search for a lost answer', async () => {
  expect(await attemptWith(40, { isBack: atOnce, sleep: never })).toEqual(paid)
})

test('the search ends with its pauses', async () => {
  expect(await attemptWith(11, { isBack: never, sleep: atOnce })).toEqual(paid)
  expect(await attemptWith(12, { isBack: never, sleep: atOnce })).toEqual({ ...paid, state: 'pending' })
})
