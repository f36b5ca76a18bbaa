import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { watch } from '#element/waiting/watch.ts'
import { clockOf, Time } from './network/time.ts'

const result = (state: 'pending' | 'paid'): Outcome => ({ state, orderNumber: 'A', amount: 1, currency: '978' })

/** A tab of the simulation drops late answers too, except that it tries whether they change a final screen. */
test('the page receives nothing of a reading that comes too late', async () => {
  const time = new Time()
  const clock = clockOf(time)
  const left = new AbortController()
  const received: Outcome['state'][] = []
  const paths = [25_000, 100]
  const read = (): Promise<Outcome> => {
    const [late = 100] = [paths.shift()]
    return clock.sleep(late).then(() => result(late > 1000 ? 'pending' : 'paid'))
  }
  time.after(60_000, () => left.abort())
  const watching = watch(
    { clock, onResume: () => new Promise(() => {}) },
    read,
    [2000, 30_000],
    ({ state }) => received.push(state),
    left.signal,
  )
  await time.run()
  await expect(watching).rejects.toThrow() // the tab was left
  expect(received).toEqual(['paid'])
})
