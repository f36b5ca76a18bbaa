import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { readLater } from '#card-frame/read-later.ts'
import { fakeClock } from '../../support/clock.ts'

const facts = { orderNumber: 'A-1', amount: 4990, currency: '978' } as const

/** The outcome after so many minutes of a form, and how often the order was read; `lost` is a read without an answer. */
async function afterMinutes(minutes: number, answers: readonly (Outcome['state'] | 'lost')[], isOpen = true) {
  const clock = fakeClock()
  const found: unknown[] = []
  let reads = 0
  const read = async (): Promise<Outcome> => {
    const state = answers[reads++]!
    if (state === 'lost') throw new TypeError('Failed to fetch')
    return { state, ...facts } as Outcome
  }
  void readLater(clock, read, () => isOpen).then((outcome) => found.push(outcome?.state))
  await clock.pass(minutes * 60_000)
  return { found, reads }
}

test('a form that stays open is read once, when no earlier request can begin any more', async () => {
  expect(await afterMinutes(1.4, ['paid'])).toEqual({ found: [], reads: 0 })
  expect(await afterMinutes(60, ['paid'])).toEqual({ found: ['paid'], reads: 1 })
  expect(await afterMinutes(60, ['open', 'paid'])).toEqual({ found: ['open'], reads: 1 })
})

test('it is read again where there was no answer, or none that is final', async () =>
  expect(await afterMinutes(60, ['lost', 'pending', 'paid'])).toEqual({ found: ['paid'], reads: 3 }))

test('nothing is read for a form that has paid, or was left', async () =>
  expect(await afterMinutes(60, ['paid'], false)).toEqual({ found: [undefined], reads: 0 }))
