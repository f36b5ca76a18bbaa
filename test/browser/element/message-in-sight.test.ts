import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { outcomes } from '../../unit/element/outcomes.ts'
import { mounted, pay, ripe } from './fixture.ts'

/** CSS pixels: the screen of the smallest phone, a form that is higher, and where in it the message above the button begins. */
const screen = { width: 320, height: 568 }
const form = 900
const message = 760

beforeEach(() => page.viewport(screen.width, screen.height))
afterEach(async () => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  document.body.removeAttribute('style')
  await page.viewport(800, 600)
})

/** A checkout that pays on a page with content above and below it. */
async function paying(content?: HTMLElement) {
  const { element, fixture, shadow } = await mounted()
  if (content) element.append(content)
  document.body.style.paddingBlock = '1000px'
  await fixture.host.resized(form)
  await pay(fixture, element)
  const frame = shadow.querySelector('iframe')!
  const place = (): { message: number; end: number } => {
    const { top, bottom } = frame.getBoundingClientRect()
    return { message: top + message, end: bottom }
  }
  /** Scrolls until the message is so far below the upper edge of the screen. */
  const scrollTo = (top: number): void => scrollBy({ top: place().message - top, behavior: 'instant' })
  const isInSight = (): boolean => place().message >= 0 && place().end <= innerHeight
  return { fixture, element, shadow, place, scrollTo, isInSight }
}

test.each([
  ['above the screen, with the button in sight', -60],
  ['at its upper edge', -8],
  ['at its lower edge, with the button below', screen.height - 40],
  ['far below it', 2 * screen.height],
])('a message %s comes into sight with the button, in a form that is as high as before', async (_, top) => {
  const { fixture, scrollTo, isInSight } = await paying()
  scrollTo(top)
  expect(isInSight()).toBe(false)
  await fixture.host.resized(form, message)
  expect(isInSight()).toBe(true)
})

test('a message in sight moves nothing, and neither does a form that grows without one', async () => {
  const { fixture, scrollTo } = await paying()
  scrollTo(100)
  const inSight = scrollY
  await fixture.host.resized(form, message)
  const afterMessage = scrollY
  scrollTo(-60)
  const away = scrollY
  await fixture.host.resized(form + 40)
  expect([afterMessage, scrollY]).toEqual([inSight, away])
})

test('the form is scrolled to from its beginning again, once the message is in sight', async () => {
  const { fixture, scrollTo, shadow } = await paying()
  scrollTo(-60)
  await fixture.host.resized(form, message)
  const place = shadow.querySelector<HTMLElement>('.place')!
  scrollTo(2 * screen.height)
  place.scrollIntoView({ block: 'start' })
  expect(place.getBoundingClientRect().top).toBeCloseTo(16, 0)
})

test('the page’s own button below the form is in sight with the message', async () => {
  const button = Object.assign(document.createElement('button'), { slot: 'button', textContent: 'Buy' })
  const { fixture, scrollTo, isInSight } = await paying(button)
  scrollTo(screen.height - 40)
  await fixture.host.resized(form, message)
  expect(isInSight()).toBe(true)
  expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
})

test('a shopper who has turned to a field of the page is not led away from it', async () => {
  const { fixture, scrollTo } = await paying()
  const search = document.body.appendChild(document.createElement('input'))
  search.focus({ preventScroll: true })
  scrollTo(-60)
  const before = scrollY
  await fixture.host.resized(form, message)
  expect(scrollY).toBe(before)
})

test('a payment that was not sent leaves the focus where the shopper has pressed', async () => {
  const { element, fixture, shadow } = await mounted()
  await pay(fixture, element)
  await fixture.host.failed({ code: 'too_many_tries', message: 'Too many tries.' })
  await ripe(element)
  expect(element.state).toBe('ready')
  expect([shadow.activeElement, fixture.request.includes('focus')]).toEqual([null, false])
})

/** A bar of the page with a link in it that stays at an edge of the window, or of what scrolls. */
function bar(style: string): HTMLElement {
  const made = document.createElement('header')
  made.style.cssText = `z-index: 9; inset-inline: 0; background: gold; ${style}`
  made.innerHTML = '<a href="#" style="display: block; line-height: 32px; text-align: center">Shop</a>'
  return made
}

/** Bars of pages: how high they are, and where. */
const bars: readonly (readonly [name: string, style: string, above: number, below: number])[] = [
  ['a header that is fixed', 'position: fixed; top: 0; block-size: 90px', 90, 0],
  ['a header that sticks', 'position: sticky; top: 0; block-size: 90px', 90, 0],
  ['a bar below', 'position: fixed; bottom: 0; block-size: 70px', 0, 70],
]

describe.each(bars)('%s', (_, style, above, below) => {
  const clear = ({ top, bottom }: { top: number; bottom: number }): boolean =>
    top >= above && bottom <= screen.height - below

  test.each([-300, 700])('covers no message, from %i px on', async (top) => {
    const { fixture, scrollTo, place } = await paying()
    document.body.prepend(bar(style))
    scrollTo(top)
    await fixture.host.resized(form, message)
    const { message: start, end } = place()
    expect(clear({ top: start, bottom: end })).toBe(true)
  })

  test.each([-300, 700])('covers no result, from %i px on', async (top) => {
    const { fixture, element, shadow } = await paying()
    document.body.prepend(bar(style))
    document.documentElement.style.scrollBehavior = 'smooth'
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
    await fixture.host.concluded(outcomes.hard)
    await ripe(element)
    expect(clear(shadow.querySelector('.screen')!.getBoundingClientRect())).toBe(true)
  })
})

test('a header that comes while the page scrolls up covers the result for a moment only', async () => {
  const { fixture, element, shadow } = await paying()
  scrollBy({ top: element.getBoundingClientRect().top + 300, behavior: 'instant' })
  await fixture.host.concluded(outcomes.hard)
  await ripe(element)
  document.body.prepend(bar('position: fixed; top: 0; block-size: 90px'))
  await fixture.clock.pass(1_000)
  expect(shadow.querySelector('.screen')!.getBoundingClientRect().top).toBeGreaterThanOrEqual(90)
})

test('a page that is scrolled meanwhile stays there, and so does one that something covers whole', async () => {
  const { fixture, element, shadow } = await paying()
  document.body.prepend(bar('position: fixed; top: 0; block-size: 100%'))
  await fixture.host.concluded(outcomes.hard)
  await ripe(element)
  expect(shadow.querySelector('.screen')!.getBoundingClientRect().top).toBeLessThan(screen.height)
  document.querySelector('header')!.style.blockSize = '90px'
  scrollBy({ top: 40, behavior: 'instant' })
  const top = scrollY
  await fixture.clock.pass(1_000)
  expect(scrollY).toBe(top)
})
