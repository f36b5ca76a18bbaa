import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themeNames } from '#contract/appearance/presets.ts'
import { poll } from '../../support/poll.ts'
import { states, statesEnv } from '../states/states.ts'
import { fits } from '../support/fits.ts'
import {
  axeFindings,
  doubleText,
  finishMotion,
  overlaps,
  resize,
  restyle,
  smallTargets,
  withoutEdge,
} from './checks.ts'
import { openPlace, show, type Place } from './place.ts'

const directions = [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const

/** Milliseconds: this many pages in this many themes, on a machine that does other things. */
const TIMEOUT = 300_000

/** Where the checkout is in the shop's page, which can change its theme. */
const isInShop = (name: string): boolean => !states[name]!.isElsewhere && !states[name]!.isOfProxy

/** Declares the tests of these states, each in so many themes from one of them on. */
export function checkStates(names: readonly string[], themes: number): void {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(undefined, statesEnv)
  })
  afterAll(() => place.close())

  /** Different ones for each state, so that a part of the themes shows each somewhere. */
  const themesOf = (name: string) => {
    const from = names.indexOf(name) * themes
    return Array.from({ length: themes }, (_, at) => themeNames[(from + at) % themeNames.length]!)
  }

  /** Another language could not be loaded without a connection. */
  const directionsOf = (name: string) => (states[name]!.isOffline ? directions.slice(0, 1) : directions)

  describe.each(names)('%s', (name) => {
    test('has nothing that axe finds, in every theme and direction', { timeout: TIMEOUT }, async () => {
      const page = await show(place, name)
      const found: Record<string, readonly string[]> = {}
      for (const theme of themesOf(name))
        for (const [locale, direction] of directionsOf(name)) {
          if (isInShop(name)) await restyle(page, theme, locale, direction)
          found[`${theme} ${direction}`] = await axeFindings(page)
        }
      expect(Object.fromEntries(Object.entries(found).filter(([, lines]) => lines.length))).toEqual({})
      await page.context().close()
    })
  })

  describe.each(names.filter(isInShop))('%s', (name) => {
    test('fits at 280 pixels, at 400 % and with text of 200 %, and can be pressed with a thumb', async () => {
      const device = { viewport: { width: 280, height: 653 }, hasTouch: true }
      const page = await show(place, name, device)
      await finishMotion(page)
      await fits(page)
      expect(await smallTargets(page)).toEqual([])
      // A window of 1280 × 1024 pixels at 400 %.
      await resize(page, { width: 320, height: 256 })
      await fits(page)
      await resize(page, { width: 640, height: 900 })
      await doubleText(page)
      await fits(page)
      await resize(page, { width: 375, height: 900 })
      await fits(page)
      await poll(() => overlaps(page)).toEqual([]) // a frame has its new width a little later than the page
      await page.context().close()
    })

    test('has its edges in forced colours', async () => {
      const page = await show(place, name, { forcedColors: 'active' })
      // Chromium forgets the colours that it forces, but not that it does, once a dialog with frames was open.
      for (const forcedColors of ['none', 'active'] as const) await page.emulateMedia({ forcedColors })
      await finishMotion(page)
      expect(await withoutEdge(page)).toEqual([])
      expect(await axeFindings(page)).toEqual([])
      await page.context().close()
    })
  })
}
