import { describe, expect, test } from 'vitest'
import { memoryClaims, underClaim } from '#proxy/locks/claims.ts'
import { systemRandom } from '#ports/system.ts'
import { fakeClock } from './fake-clock.ts'

describe('claims in memory', () => {
  test('one holder at a time, until released', async () => {
    const claims = memoryClaims(fakeClock())
    const taken = await Promise.all([
      claims.take('A', '1', 1000),
      claims.take('A', '2', 1000),
      claims.take('B', '3', 1000),
    ])
    expect(taken).toEqual([true, false, true])
    await claims.release('A', '2')
    expect(await claims.isTaken('A')).toBe(true)
    await claims.release('A', '1')
    expect([await claims.isTaken('A'), await claims.take('A', '4', 1000)]).toEqual([false, true])
  })

  test('end with their fence, and a late release does not end the next one', async () => {
    const clock = fakeClock()
    const claims = memoryClaims(clock)
    await claims.take('A', 'old', 1000)
    clock.advance(999)
    expect(await claims.take('A', 'new', 1000)).toBe(false)
    clock.advance(1)
    expect(await claims.take('A', 'new', 1000)).toBe(true)
    await claims.release('A', 'old')
    expect(await claims.isTaken('A')).toBe(true)
  })
})

test('claims in memory that have ended are forgotten, also behind one that lasts', async () => {
  const clock = fakeClock()
  const held = new Map()
  const claims = memoryClaims(clock, held)
  await claims.take('a token that is good for a day', '1', 86_400_000)
  for (let at = 0; at < 10_000; at++) {
    await claims.take(`A-${at}`, '2', 1000)
    clock.advance(100)
  }
  expect(held.size).toBeLessThan(30)
  expect(await claims.isTaken('a token that is good for a day')).toBe(true)
})

test('a claim in memory that was taken again outlasts the first of its name', async () => {
  const clock = fakeClock()
  const held = new Map()
  const claims = memoryClaims(clock, held)
  await claims.take('A', '1', 1500)
  clock.advance(1600)
  await claims.take('A', '2', 60_000)
  clock.advance(30_000)
  await claims.take('B', '3', 1000)
  expect([await claims.isTaken('A'), held.size]).toEqual([true, 2])
  clock.advance(40_000)
  await claims.take('C', '4', 1000)
  expect([...held.keys()]).toEqual(['C'])
})

test('claims in memory outlast a machine’s time that is put forward', async () => {
  const clock = fakeClock()
  const claims = memoryClaims(clock)
  await claims.take('A', '1', 1000)
  clock.putForward(3_600_000)
  expect([await claims.isTaken('A'), await claims.take('A', '2', 1000)]).toEqual([true, false])
  clock.advance(1000)
  expect(await claims.isTaken('A')).toBe(false)
})

describe('acting under a claim', () => {
  const parts = () => {
    const clock = fakeClock()
    const config = { fenceMs: 1000, gateway: { timeoutMs: 400 } }
    return { clock, claims: memoryClaims(clock), random: systemRandom, config }
  }

  test('releases it at the end, also after a failure', async () => {
    const own = parts()
    expect(await underClaim(own, 'A', async () => own.claims.isTaken('A'))).toBe(true)
    await expect(underClaim(own, 'A', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await own.claims.isTaken('A')).toBe(false)
  })

  test('keeps it when told so, also after a failure', async () => {
    const own = parts()
    await underClaim(own, 'A', async (hold) => hold.keep())
    expect(await underClaim(own, 'A', async () => 'acted')).toBeUndefined()
    await expect(
      underClaim(own, 'B', async (hold) => {
        hold.keep()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await own.claims.isTaken('B')).toBe(true)
  })

  test.each([
    ['by a clock that nobody can set', 'advance'],
    ['by the machine’s time, which alone goes on while it is suspended', 'putForward'],
  ] as const)('nothing is sent that could outlive it, %s', async (_, pass) => {
    const own = parts()
    const slow = (ms: number) =>
      underClaim(own, 'A', async (hold) => {
        own.clock[pass](ms)
        hold.keep()
        return 'sent'
      })
    await expect(slow(301)).rejects.toMatchObject({ code: 'busy' })
    expect(await slow(300)).toBe('sent')
  })

  test('a store that fails to release changes nothing about what was done', async () => {
    const own = parts()
    own.claims.release = () => Promise.reject(new Error('no store'))
    expect(await underClaim(own, 'A', async () => 'done')).toBe('done')
  })
})
