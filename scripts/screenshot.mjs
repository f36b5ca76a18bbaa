// Takes the README's screenshot: the demo's checkout with a test card typed in.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

const picture = join(import.meta.dirname, '../docs/images/checkout.png')

build()
register()
const { chromiumOptions } = await import('../test/support/chromium.ts')
const { openStack } = await import('../demo/stack.ts')

const stack = await openStack({ port: 0, log: () => {} })
const browser = await chromium.launch(chromiumOptions)
try {
  const page = await browser.newPage({ viewport: { width: 480, height: 1000 }, colorScheme: 'light' })
  await page.goto(`${stack.addresses.shop}/?amount=4990&currency=978&locale=en`)
  await page.locator('tender-checkout[state="ready"]').waitFor()
  const frame = page.frameLocator('tender-checkout iframe[src*="/card?"]')
  const typed = { 'cc-number': '5555555555555599', 'cc-exp': '1234', 'cc-csc': '123', 'cc-name': 'JANE DOE' }
  for (const [name, text] of Object.entries(typed)) await frame.locator(`[autocomplete="${name}"]`).fill(text)
  await frame.locator('[autocomplete="cc-name"]').blur()
  mkdirSync(dirname(picture), { recursive: true })
  // With the shop's card around it, and as much of the page as lies beside that.
  const { x, y, width, height } = await page.locator('section:has(tender-checkout)').boundingBox()
  const clip = { x: 0, y: y - x, width: width + 2 * x, height: height + 2 * x }
  await page.screenshot({ path: picture, animations: 'disabled', clip })
} finally {
  await Promise.all([browser.close(), stack.close()])
}
process.exit()
