import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTROL, contrast, TEXT } from '#contract/appearance/contrast.ts'
import { startCheckout, type RunningCheckout } from '../../../server/testing.ts'
import { launchChromium } from '../../support/chromium.ts'
import { root } from '../../support/root.ts'

/** Pages of shops as their owners would write them, with `TICKET` and `PROXY` for what the shop's server knows. */
const folder = join(root, '../shared/design/shopper-3/shops')

/** What an eye sees in each of them; `none` where the checkout has its own. */
const shops = {
  bootstrap: { accent: '#0d6efd', radius: '6px', button: '8px', font: 'none', field: '#ffffff', width: '1px' },
  tailwind: { accent: '#4f46e5', radius: '6px', button: '6px', font: 'none', field: '#ffffff', width: 'none' },
  material: { accent: '#6750a4', radius: '4px', button: '20px', font: 'none', field: '#e6e0e9', width: '1px' },
  wordpress: { accent: '#111111', radius: '3px', button: '5px', font: 'serif', field: '#ffffff', width: '1px' },
  gaming: { accent: '#ff2d95', radius: '0px', button: '0px', font: 'none', field: '#070b16', width: '1px' },
  luxury: { accent: '#2b2520', radius: '0px', button: '0px', font: 'serif', field: 'none', width: '1px' },
  luxuryMinimal: { accent: '#2b2520', radius: '0px', button: 'none', font: 'serif', field: 'none', width: 'none' },
  brutalist: { accent: '#ff00ff', radius: '0px', button: '0px', font: 'monospace', field: '#ffffff', width: '4px' },
  sidebar: { accent: '#2f55d4', radius: '10px', button: 'none', font: 'none', field: 'none', width: 'none' },
  wide: { accent: '#0f766e', radius: '12px', button: 'none', font: 'none', field: '#ffffff', width: '1px' },
  rtl: { accent: '#b45309', radius: '14px', button: '14px', font: 'none', field: '#ffffff', width: '1px' },
} as const

const pageOf = (name: string): string => join(folder, `${name}.html`)

let checkout: RunningCheckout
let browser: Browser
let server: Server
let origin: string
beforeAll(async () => {
  server = createServer(async ({ url }, response) => {
    const page = pageOf(url!.slice(1))
    if (!existsSync(page)) return void response.writeHead(404).end()
    const order = await checkout.sign({ returnUrl: origin + url! })
    const html = readFileSync(page, 'utf8').replaceAll('PROXY', checkout.proxy).replaceAll('TICKET', order)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  })
  await once(server.listen(0, 'localhost'), 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  checkout = await startCheckout({ shop: origin })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await checkout.close()
  server.closeAllConnections()
  server.close()
})

/** The custom properties that the document of the card form has of a page. */
async function themeOn(name: string): Promise<(property: string) => string> {
  const page = await browser.newPage()
  await page.goto(`${origin}/${name}`)
  await page.locator('tender-checkout[state=ready]').waitFor()
  const frame = page.frames().find((one) => one.url().startsWith(`${checkout.proxy}/card`))!
  const set = await frame.evaluate(() => document.documentElement.style.cssText)
  await page.close()
  return (property) => new RegExp(`(?:^|; )--${property}: (.*?);`).exec(set)?.[1] ?? 'none'
}

describe.skipIf(!existsSync(folder))('a checkout without a theme looks like its shop', () => {
  test.concurrent.each(Object.entries(shops))('in %s', async (name, expected) => {
    const theme = await themeOn(name)
    expect({
      accent: theme('accent'),
      radius: theme('radius'),
      button: theme('button-radius'),
      font: /, (serif|monospace)$/.exec(theme('font'))?.[1] ?? 'none',
      field: theme('field'),
      width: theme('border-width'),
    }).toEqual(expected)
    const [background, accent, text] = [theme('background'), theme('accent'), theme('text')]
    expect(contrast(text, background)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(theme('on-accent'), accent)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(accent, background)).toBeGreaterThanOrEqual(CONTROL)
    if (theme('field') !== 'none') expect(contrast(text, theme('field'))).toBeGreaterThanOrEqual(TEXT)
    if (theme('border') !== 'none') expect(contrast(theme('border'), background)).toBeGreaterThanOrEqual(CONTROL)
  })
})
