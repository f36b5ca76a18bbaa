import type { FrameLocator, Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { isFull, share } from '../../support/extent.ts'
import { poll } from '../../support/poll.ts'
import { cardFrame } from '../support/fixture.ts'
import { openPlace, show } from './place.ts'

const place = await openPlace()
afterAll(() => place.close())

const style = (where: Page | FrameLocator, selector: string, property: string): Promise<string> =>
  where
    .locator(selector)
    .first()
    .evaluate((it, name) => getComputedStyle(it).getPropertyValue(name), property)

describe('who asks for more contrast reads all as strong as the text', () => {
  const read = async (contrast: 'more' | 'no-preference') => {
    const page = await show(place, 'stored cards', { contrast })
    const frame = cardFrame(page)
    const text = await style(frame, 'legend', 'color')
    const inForm = [await style(frame, '.hint', 'color'), await style(frame, '#cvc-field .cell', 'border-bottom-color')]
    await page.context().close()
    const paid = await show(place, 'paid', { contrast })
    const title = await style(paid, 'tender-checkout h2', 'color')
    const inResult = [
      await style(paid, 'tender-checkout .screen p', 'color'),
      await style(paid, 'tender-checkout .receipt dt', 'color'),
    ]
    await paid.context().close()
    return [inForm.map((colour) => colour === text), inResult.map((colour) => colour === title)]
  }

  test('in the form and in the result', async () => {
    expect(await read('more')).toEqual([
      [true, true],
      [true, true],
    ])
    if (!isFull) return
    expect(await read('no-preference')).toEqual([
      [false, false],
      [false, false],
    ])
  })
})

test('who has forced colours sees the skeleton', async () => {
  const page = await show(place, 'skeleton', { forcedColors: 'active' })
  const blocks = await page
    .locator('tender-checkout .place')
    .evaluate((it) => getComputedStyle(it, '::after').boxShadow)
  expect(blocks.match(/rgb/g)!.length).toBeGreaterThanOrEqual(4)
  const adjusted = await page
    .locator('tender-checkout .above')
    .evaluate((it) => getComputedStyle(it, '::before').getPropertyValue('forced-color-adjust'))
  expect(adjusted).toBe('none')
  await page.context().close()
})

describe('what appears does not move', () => {
  /** The animations of what appears, and the time that a field takes to change. */
  const motion = async (page: Page, ...appearing: readonly string[]): Promise<readonly string[]> => [
    ...(await Promise.all(appearing.map((selector) => style(page, `tender-checkout ${selector}`, 'animation-name')))),
    ...(await Promise.all(
      (await cardFrame(page).locator('#number').count())
        ? [style(cardFrame(page), '#number-field .cell', 'transition-duration')]
        : [],
    )),
  ]

  const appear = [
    ['paid', ['.badge'], ['travel']],
    ['challenge', ['dialog[open]'], ['rise']],
  ] as const

  test.each(share(appear, 2))(
    'in the state %s, with reduced motion or by the token',
    async (state, appearing, moving) => {
      const calm = await show(place, state)
      expect((await motion(calm, ...appearing)).slice(0, moving.length)).toEqual(moving)
      await calm
        .locator('tender-checkout')
        .evaluate((it: HTMLElement) => it.style.setProperty('--tender-motion', 'none'))
      await poll(async () => new Set(await motion(calm, ...appearing))).toEqual(new Set(['none', '0s']))
      await calm.context().close()
      const reduced = await show(place, state, { reducedMotion: 'reduce' })
      expect(new Set(await motion(reduced, ...appearing))).toEqual(new Set(['none', '0s']))
      await reduced.context().close()
    },
  )
})
