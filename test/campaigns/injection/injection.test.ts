import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAddressesInBrowser } from './runs/address-browser.ts'
import { runThroughCheckout, type Seen } from './runs/frame.ts'
import { runLooks } from './runs/look.ts'
import { looks } from './looks.ts'
import { markup } from './markup.ts'
import { runThroughPages } from './runs/pages.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Every so many-th; the figures try them all. */
const some = <T>(all: readonly T[], every: number): T[] => all.filter((_, at) => at % every === 7 % every)

const isClean = (seen: Seen): void => expect(seen).toMatchObject({ fired: [], strayed: [], faults: [] })

test('what the gateway says is text in the checkout', async () =>
  isClean(await runThroughCheckout(stage, some(markup, 70))))

test('what the gateway says is text on the pages of every server', async () =>
  isClean(await runThroughPages(stage, some(markup, 110), 2)))

test('no appearance reaches another host, or covers the sum or the button', async () =>
  isClean(await runLooks(stage, some(looks, 23))))

test('no address of the gateway’s runs, or leads the page away', async () =>
  isClean(await runAddressesInBrowser(stage, 30)))
