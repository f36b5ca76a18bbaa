import type { Frame, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fallback, languages } from '#texts/languages.ts'
import type { OrderClaims } from '../../../server/ticket.ts'
import { openPlace, type Place } from '../accessibility/place.ts'
import { newOrder, stateIs } from '../support/fixture.ts'

/** Pixels of the page: each at which a label or a sentence breaks in some language, and those of usual devices. */
const widths = [
  280, 300, 312, 320, 328, 336, 344, 352, 360, 368, 375, 384, 390, 400, 412, 420, 430, 440, 460, 480, 520, 560, 600,
  700,
]

const all: Partial<OrderClaims> = {
  ask: ['email', 'phone', 'billing'],
  clientId: 'new',
  save: 'ask',
  billingPayerData: { billingCountry: 'FR' },
}

/** A form, by what its order and its element ask for. */
interface Form {
  readonly name: string
  readonly claims: Partial<OrderClaims>
  readonly attributes?: Readonly<Record<string, string>>
}

const forms: readonly Form[] = [
  { name: 'a card', claims: {} },
  { name: 'a card and the payer’s data', claims: all },
  {
    name: 'a card in wide letters',
    claims: { clientId: 'new', save: 'ask' },
    attributes: { style: '--tender-font: mono' },
  },
  { name: 'labels that float', claims: all, attributes: { theme: 'soft' } },
]

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place.close())

/** The height of the place that is kept for the form at the width of the page now. */
const reservedIn = (page: Page): Promise<readonly [height: number, width: number]> =>
  page.evaluate(() => {
    const iframe = document.querySelector('tender-checkout')!.shadowRoot!.querySelector('iframe')!
    const { height } = iframe.style
    iframe.style.height = ''
    const reserved = iframe.offsetHeight
    iframe.style.height = height
    return [reserved, iframe.clientWidth] as const
  })

/** The height of the form by itself, once its document has that width. */
async function neededIn(frame: Frame, width: number): Promise<number> {
  await frame.waitForFunction((wanted) => innerWidth === wanted, width)
  return frame.evaluate(() => {
    document.documentElement.style.setProperty('--kept', '0px')
    return document.body.offsetHeight
  })
}

describe.each(forms)('the place that is kept for $name is high enough', ({ claims, attributes = {} }) => {
  test.each([fallback, ...Object.keys(languages)])('in %s, in every width', async (locale) => {
    const { page, context } = await place.fixture.shopper({ viewport: { width: 1000, height: 2400 } })
    const ticket = { orderNumber: newOrder(), methods: ['card' as const], ...claims }
    await page.goto(place.shop.address(ticket, locale, { locale, ...attributes }), { waitUntil: 'domcontentloaded' })
    await stateIs(page, 'ready')
    const frame = page.frames().find((one) => one.url().includes('/card?'))!
    const tooLow: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 2400 })
      const [reserved, inside] = await reservedIn(page)
      const needed = await neededIn(frame, inside)
      if (needed > reserved) tooLow.push(`${width}: ${needed} of ${reserved}`)
    }
    expect(tooLow).toEqual([])
    await context.close()
  })
})
