import type { Frame, Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { fallback } from '#texts/choose-locale.ts'
import { languages } from '#texts/languages.generated.ts'
import type { OrderClaims } from '../../../server/ticket.ts'
import { regularClient } from '../../../demo/regular.ts'
import { openPlace } from '../accessibility/place.ts'
import { newOrder, stateIs } from '../support/fixture.ts'

/** Pixels of the page: each at which a label or a sentence breaks in some language, and those of usual devices. */
const widths = [
  280, 300, 312, 320, 328, 336, 344, 352, 360, 368, 375, 384, 390, 400, 412, 420, 430, 440, 460, 480, 520, 560, 600,
  700,
]

/**
 * Pixels of the page at which the place has room for a line less, where it is scarcest: the frame is as wide as a
 * threshold of the panel's style sheet, with the margins of a plain panel or with those of a raised one.
 */
const thresholds = { plain: [280, 320, 348, 356, 408, 576, 656], raised: [280, 338, 369, 377, 434, 508, 608] }

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
  /** The family of the form's letters, in place of the one that the machine has for its token. */
  readonly family?: string
  readonly at?: readonly number[]
}

const card: Form = { name: 'a card', claims: {} }
const payer: Form = { name: 'a card and the payer’s data', claims: all }
const consent: Form = { name: 'a card that may be stored', claims: { clientId: 'new', save: 'ask' } }
/** Two of them, one of which has expired; the other is chosen, and its row has the code. */
const stored: Form = {
  name: 'stored cards',
  claims: { clientId: regularClient, methods: ['card', 'binding'] },
  // In a narrower frame their rows need a line more in three languages.
  at: widths.filter((width) => width >= 352),
}
const floating: Form = { name: 'labels that float', claims: all, attributes: { theme: 'soft' } }

/** A form in the font of a token, at the thresholds. */
const inFont =
  (token: string, family: string) =>
  (form: Form): Form => ({
    ...form,
    name: `${form.name} in ${token}`,
    attributes: { ...form.attributes, style: `--tender-font: ${token}` },
    family,
    at: thresholds[form === floating ? 'raised' : 'plain'],
  })

const forms: readonly Form[] = [
  card,
  payer,
  stored,
  {
    ...stored,
    name: 'stored cards, above whose code its label stands',
    attributes: { style: '--tender-fields: separate' },
  },
  consent,
  floating,
  // Each machine has another font for `serif`. These letters are wide; scripts/setup.mjs installs them with Chromium.
  ...[card, payer, consent, floating].map(inFont('serif', 'DejaVu Serif')),
  ...[card, payer, floating].map(inFont('mono', 'DejaVu Sans Mono')),
]

const place = await openPlace()
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

/** The height of the form by itself, once its document has that width, in the family if there is one. */
async function neededIn(frame: Frame, width: number, family = ''): Promise<number> {
  await frame.waitForFunction((wanted) => innerWidth === wanted, width)
  return frame.evaluate((font) => {
    const { style } = document.documentElement
    if (font) style.setProperty('--font', `'${font}'`)
    style.setProperty('--kept', '0px')
    return document.body.offsetHeight
  }, family)
}

describe.each(forms)('the place is high enough for $name', ({ claims, attributes, family, at = widths }) => {
  test.each([fallback, ...Object.keys(languages)])('in %s', async (locale) => {
    const { page, context } = await place.fixture.shopper({ viewport: { width: 1000, height: 2400 } })
    const ticket = { orderNumber: newOrder(), methods: ['card' as const], ...claims }
    await page.goto(place.shop.address(ticket, locale, { locale, ...attributes }), { waitUntil: 'domcontentloaded' })
    await stateIs(page, 'ready')
    const frame = page.frames().find((one) => one.url().includes('/card?'))!
    const tooLow: string[] = []
    for (const width of at) {
      await page.setViewportSize({ width, height: 2400 })
      const [reserved, inside] = await reservedIn(page)
      const needed = await neededIn(frame, inside, family)
      if (needed > reserved) tooLow.push(`${width}: ${needed} of ${reserved}`)
    }
    expect(tooLow).toEqual([])
    await context.close()
  })
})
