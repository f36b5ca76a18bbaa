import { expect, test } from 'vitest'
import { redisLocks } from '#proxy/redis/redis-locks.ts'
import { fakeClock } from '../../../support/clock.ts'

const HOUR = 3_600_000

/** Claims in whichever Redis answers; `at` tells when its memory began, and how old it says that it is. */
function openClaims() {
  const clock = fakeClock()
  const redis = { since: 'a', age: HOUR }
  const claims = redisLocks(
    async () => [0, redis.since, redis.age],
    'p',
    clock,
    async () => {},
  )
  return { clock, redis, claims, heard: () => claims.isTaken('A') }
}

test('a memory is as old as it says, when it is the first that is heard of', async () => {
  const { claims, clock, heard } = openClaims()
  await heard()
  clock.advance(1000)
  expect(claims.remembersFor!()).toBe(HOUR + 1000)
})

test('what another memory was told since, an old one that comes back may lack', async () => {
  const { claims, clock, redis, heard } = openClaims()
  await heard()
  clock.advance(10_000)
  Object.assign(redis, { since: 'b', age: 0 })
  await heard()
  clock.advance(10_000)
  Object.assign(redis, { since: 'a', age: HOUR + 20_000 })
  await heard()
  expect(claims.remembersFor!()).toBe(10_000)
})

test('one whose clock was put back remembers from now on, and not from tomorrow', async () => {
  const { claims, clock, redis, heard } = openClaims()
  redis.age = -HOUR
  await heard()
  clock.advance(5)
  expect(claims.remembersFor!()).toBe(5)
})
