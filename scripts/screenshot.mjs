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
  const checkout = page.locator('tender-checkout')
  await page.locator('tender-checkout[state="ready"]').waitFor()
  const frame = page.frameLocator('tender-checkout iframe[src*="/card?"]')
  const typed = { 'cc-number': '5555555555555599', 'cc-exp': '1234', 'cc-csc': '123', 'cc-name': 'JANE DOE' }
  for (const [name, text] of Object.entries(typed)) await frame.locator(`[autocomplete="${name}"]`).fill(text)
  await frame.locator('[autocomplete="cc-name"]').blur()
  mkdirSync(dirname(picture), { recursive: true })
  await checkout.screenshot({ path: picture, animations: 'disabled' })
} finally {
  await Promise.all([browser.close(), stack.close()])
}
process.exit()
