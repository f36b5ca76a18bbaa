import { expect, test } from 'vitest'
import { HOUR } from '#contract/time/periods.ts'
import { redisLocks } from '#proxy/redis/redis-locks.ts'
import { fakeClock } from '../../../support/clock.ts'

/** Locks in a fake Redis: `since` identifies its memory, `age` is the age that it reports. */
function openLocks() {
  const clock = fakeClock()
  const redis = { since: 'a', age: HOUR }
  const locks = redisLocks(
    async () => [0, redis.since, redis.age],
    'p',
    clock,
    async () => {},
  )
  return { clock, redis, locks, received: () => locks.isTaken('A') }
}

test('a memory is as old as it says, when it is the first that was read', async () => {
  const { locks, clock, received } = openLocks()
  await received()
  clock.advance(1000)
  expect(locks.remembersFor!()).toBe(HOUR + 1000)
})

test('the readiness check begins the memory, so that no first payment is early', async () => {
  const { locks, clock, redis } = openLocks()
  redis.age = 0
  await locks.check!()
  clock.advance(1000)
  expect(locks.remembersFor!()).toBe(1000)
})

test('what another memory has stored since, an old one that comes back may lack', async () => {
  const { locks, clock, redis, received } = openLocks()
  await received()
  clock.advance(10_000)
  Object.assign(redis, { since: 'b', age: 0 })
  await received()
  clock.advance(10_000)
  Object.assign(redis, { since: 'a', age: HOUR + 20_000 })
  await received()
  expect(locks.remembersFor!()).toBe(10_000)
})

test('one whose clock was put back remembers from now on, and not from tomorrow', async () => {
  const { locks, clock, redis, received } = openLocks()
  redis.age = -HOUR
  await received()
  clock.advance(5)
  expect(locks.remembersFor!()).toBe(5)
})
