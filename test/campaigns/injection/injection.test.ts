import { afterAll, expect, test } from 'vitest'
import { runAddressesInBrowser } from './runs/address-browser.ts'
import { runThroughCheckout, type Seen } from './runs/frame.ts'
import { runThemes } from './runs/theme.ts'
import { themes } from './themes.ts'
import { markup } from './markup.ts'
import { runThroughPages } from './runs/pages.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
afterAll(() => fixture.close())

/** Every n-th; the figures try all of them. */
const some = <T>(all: readonly T[], every: number): T[] => all.filter((_, at) => at % every === 7 % every)

const isClean = (seen: Seen): void => expect(seen).toMatchObject({ fired: [], strayed: [], faults: [] })

test('what the gateway says is text in the checkout', async () =>
  isClean(await runThroughCheckout(fixture, some(markup, 70))))

test('what the gateway says is text on the pages of every server', async () =>
  isClean(await runThroughPages(fixture, some(markup, 300), 1)))

test('no appearance reaches another host, or covers the sum or the button', async () =>
  isClean(await runThemes(fixture, some(themes, 131))))

test('no address of the gateway’s runs, or leads the page away', async () =>
  isClean(await runAddressesInBrowser(fixture, 30)))
