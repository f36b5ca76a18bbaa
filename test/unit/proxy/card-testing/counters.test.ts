import { expect, test } from 'vitest'
import { bucketsOf, networkOf } from '#proxy/card-testing/address.ts'
import { isPrivate } from '#proxy/config/client-address.ts'
import { memoryCounters } from '#proxy/card-testing/counters.ts'
import { throttled } from '#proxy/store/throttle.ts'
import { fakeClock } from '../../../support/clock.ts'

test('a member counts once, from the last time it came, until its window is over', async () => {
  const clock = fakeClock()
  const counters = memoryCounters(clock)
  expect(await counters.add('k', 'a', 1000)).toBe(1)
  clock.advance(600)
  expect(await counters.add('k', 'b', 1000)).toBe(2)
  expect(await counters.add('k', 'a', 1000)).toBe(2)
  expect(await counters.count('other')).toBe(0)
  clock.advance(999)
  expect(await counters.count('k')).toBe(2)
  clock.advance(1)
  expect(await counters.count('k')).toBe(0)
})

test('one that came again does not keep those who came before it', async () => {
  const clock = fakeClock()
  const counters = memoryCounters(clock)
  await counters.add('k', 'a', 1000)
  clock.advance(500)
  await counters.add('k', 'b', 1000)
  clock.advance(400)
  await counters.add('k', 'a', 1000)
  clock.advance(600)
  expect(await counters.count('k')).toBe(1)
})

test('of two who take a member away, one gets that it was there', async () => {
  const clock = fakeClock()
  const counters = memoryCounters(clock)
  await counters.add('k', 'a', 1000)
  expect(await Promise.all([counters.remove('k', 'a'), counters.remove('k', 'a')])).toEqual([true, false])
  expect(await counters.count('k')).toBe(0)
  await counters.add('k', 'a', 1000)
  clock.advance(1000)
  expect(await counters.remove('k', 'a')).toBe(false)
})

test('many keys cost no more each than few', async () => {
  const clock = fakeClock()
  const counters = memoryCounters(clock)
  let reads = 0
  const counting = memoryCounters({ ...clock, now: () => (reads++, clock.now()) })
  for (let at = 0; at < 20_000; at += 1) await counting.add(`key ${at}`, 'a', 1000)
  expect(reads).toBeLessThan(20_000 * 5)
  expect(await counters.count('key 1')).toBe(0)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ['2001:DB8:A:B::', '2001:db8:a:b::/64'],
])('the address %s counts under %s', (ip, bucket) => {
  expect(bucketsOf(ip)[0]).toEqual({ name: bucket, times: 1 })
})

test('an IPv6 address counts under wider networks too, which have more declines', () => {
  expect(bucketsOf('2001:db8:1:a2b3::1').slice(1)).toEqual([
    { name: '2001:db8:1:a200::/56', times: 2 },
    { name: '2001:db8:1::/48', times: 4 },
  ])
  expect(bucketsOf('203.0.113.7')).toHaveLength(1)
  expect([networkOf('203.0.113.7'), networkOf('2001:db8:1:a2b3::1')]).toEqual(['203.0.113.0/24', '2001:db8:1::/48'])
})

test('addresses of no shopper are known', () => {
  const nobodys = ['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '172.31.9.9', '100.64.0.1', '::1', 'fd00::1']
  expect(nobodys.filter((ip) => !isPrivate(ip))).toEqual([])
  expect(['172.32.0.1', '11.0.0.1', '100.128.0.1', '203.0.113.7', '2001:db8::1'].filter(isPrivate)).toEqual([])
})

test('one act begins in each interval, and the keys do not wait for one another', async () => {
  const clock = fakeClock()
  const throttle = throttled(clock, 1000)
  const begun: [string, number][] = []
  const start = clock.now()
  const act = async (key: string): Promise<void> => {
    await throttle(key)
    begun.push([key, clock.now() - start])
  }
  await clock.drive(act('a'))
  await clock.drive(act('b'))
  clock.advance(400)
  await clock.drive(act('a'))
  clock.advance(5000)
  await clock.drive(act('a'))
  expect(begun).toEqual([['a', 0], ['b', 0], ['a', 1000], ['a', 6000]]) // oxfmt-ignore
})
