import { expect, test } from 'vitest'
import { AddressBar } from '../../../demo/browser/playground/address-bar.ts'
import type { Settings } from '../../../demo/browser/playground/settings.ts'
import { fakeClock } from '../../support/clock.ts'

/** A page whose history takes `most` addresses in half a minute, and throws at the next, as Safari's does. */
function pageOf(most = Infinity) {
  const clock = fakeClock()
  const location = new URL('https://shop.example/playground?fault.framing=refused#preview')
  const taken: number[] = []
  const state = { of: 'the router' }
  const replaceState = (given: unknown, _: string, address: string): void => {
    expect(given).toBe(state)
    if (taken.filter((time) => clock.now() - time < 30_000).length >= most) throw new DOMException('', 'SecurityError')
    taken.push(clock.now())
    location.href = new URL(address, location).href
  }
  const bar = new AddressBar({ location, history: { state, replaceState } } as unknown as Window, clock)
  return { clock, location, taken, bar }
}

const withGap = (gap: string): Settings => ({
  attribute: new Map(),
  token: new Map(gap ? [['--tender-gap', gap]] : []),
  order: new Map(),
  fault: new Map(),
})

test('a slider that is drawn for seconds writes the address once, of where it came to rest', async () => {
  const { clock, location, taken, bar } = pageOf()
  for (let step = 0; step < 300; step += 1) {
    bar.show(withGap(`${step}px`))
    await clock.pass(16)
  }
  expect(taken).toEqual([])
  expect(bar.href).toBe('https://shop.example/playground?token.--tender-gap=299px#preview')
  await clock.pass(1_000)
  expect([location.href, taken.length]).toEqual([bar.href, 1])
})

test('no settings are no query, and an address that is right already is left alone', async () => {
  const { clock, location, taken, bar } = pageOf()
  bar.show(withGap(''))
  await clock.pass(1_000)
  bar.show(withGap(''))
  await clock.pass(1_000)
  expect([location.href, taken.length]).toEqual(['https://shop.example/playground#preview', 1])
})

test('an address that the browser does not take is written again, if none came after it', async () => {
  const { clock, location, taken, bar } = pageOf(1)
  for (const gap of ['8px', '16px', '24px']) {
    bar.show(withGap(gap))
    await clock.pass(1_000)
  }
  expect(location.search).toBe('?token.--tender-gap=8px')
  await clock.pass(31_000)
  expect([location.search, taken.length]).toEqual(['?token.--tender-gap=24px', 2])
})

test('a browser that takes no address at all is not asked for ever', async () => {
  const { clock, location, bar } = pageOf(0)
  bar.show(withGap('8px'))
  await clock.pass(31_000)
  expect([location.search, clock.waiting]).toEqual(['?fault.framing=refused', 0])
})
