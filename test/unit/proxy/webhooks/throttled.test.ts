import { expect, test } from 'vitest'
import { throttled } from '#proxy/store/throttle.ts'
import { fakeClock } from '../../../support/clock.ts'

test('a machine’s time that is put back holds nobody up for longer than the interval', async () => {
  const clock = fakeClock()
  const slot = throttled(clock, 1000)
  await slot('A-17')
  clock.putForward(-3_600_000)
  let hasSlot = false
  const next = slot('A-17').then(() => (hasSlot = true))
  clock.advance(999)
  await Promise.resolve()
  expect(hasSlot).toBe(false)
  clock.advance(1)
  await next
  expect(hasSlot).toBe(true)
})

test('what waits when the proxy closes starts at once', async () => {
  const closing = new AbortController()
  const slot = throttled(fakeClock(), 1000, closing.signal)
  await slot('A-17')
  const next = slot('A-17')
  closing.abort()
  await expect(next).resolves.toBeUndefined()
})
