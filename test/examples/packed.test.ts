import { rmSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { catalogue, withoutWebhooks } from './catalogue.ts'
import { firstPage } from './first-page.ts'
import { copyOf, installKit, packHome, written } from './install.ts'
import { payOnFirstPage, payOnRendered, payThrough, type Kit } from './pay-through.ts'
import { serverRendered } from './server-rendered.ts'

let home: string
let kit: Kit
let browser: Browser
beforeAll(async () => {
  home = packHome()
  kit = await installKit(home)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, force: true })
})

test.for(Object.entries(catalogue))('%s pays from the packed tarball', async ([name, example], { skip }) => {
  const missing = example.missing?.()
  if (missing !== undefined) return skip(`skipped: ${missing}`)
  await payThrough(copyOf(name, home), example, kit, browser)
})

test.each(Object.entries(serverRendered))('a page that %s renders on its server pays', async (name, page) => {
  await payOnRendered(written(name, page, home), withoutWebhooks, kit, browser)
})

test('the shop of docs/start.md pays', async () => {
  const folder = written('start', { start: 'node shop.js', dependencies: {}, files: {} }, home)
  await payOnFirstPage(folder, firstPage, kit, browser)
})
