import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  completeChallenge,
  expectResult,
  fillCard,
  pay,
  startCheckout,
  testCard,
  type RunningCheckout,
} from '../../../server/testing.ts'
import { launchChromium } from '../../support/chromium.ts'
import { root } from '../../support/root.ts'
import { asPrototype } from '../support/as-prototype.ts'

let checkout: RunningCheckout
let browser: Browser
beforeAll(async () => {
  checkout = await startCheckout()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await checkout.close()
})

const challenged = testCard({ threeDs: 'challenge', method: true, outcome: 'paid' })

/** A library's file as a script of the shop's page, and of none of the frames. */
const library = (file: string, call = ''): string =>
  `if (self === top) { ${readFileSync(join(root, 'node_modules', file), 'utf8')}\n${call} }`

const libraries: readonly (readonly [name: string, script: string])[] = [
  ['Prototype', `(${asPrototype})()`],
  ['MooTools', library('mootools/lib/mootools-core-1.5.2-server.js')],
  ['Sugar', library('sugar/dist/sugar.js', 'Sugar.extend()')],
  ['Zone.js', library('zone.js/bundles/zone.umd.js')],
]

describe('a page that changes the built-ins of JavaScript has a checkout that pays after a challenge', () => {
  test.concurrent.each(libraries)('as %s does', async (_, script) => {
    const page = await browser.newPage()
    await page.addInitScript(script)
    await page.goto(await checkout.pageFor())
    await fillCard(page, challenged)
    await pay(page)
    await completeChallenge(page, 'right')
    await expectResult(page, 'paid')
    await page.close()
  })
})
