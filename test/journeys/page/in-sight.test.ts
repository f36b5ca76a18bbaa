import type { Locator, Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { begin, type Shopper } from '../support/shopper.ts'
import {
  cardFrame,
  cardThat,
  challengeCard,
  fillCard,
  newClient,
  openForFile,
  payByHand,
  plainCard,
  stateIs,
  typeCard,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { inFull, isFull, share } from '../../support/extent.ts'

/** The smallest phone that is still in use, on which the form is longer than the screen. */
const small = { viewport: { width: 320, height: 568 }, hasTouch: true }

const fixture = await openForFile()

const payButton = (page: Page): Locator => cardFrame(page).getByTestId('pay')

/** Fills the form and presses the button at the lower edge of the screen. */
async function payFromBelow(card: Parameters<typeof fillCard>[1]): Promise<Shopper> {
  const shopper = await begin(fixture, { device: small })
  await fillCard(shopper.page, card)
  await payButton(shopper.page).evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await payByHand(shopper.page)
  return shopper
}

/** Waits until a press of the button would count. */
const expectReady = (page: Page): Promise<void> =>
  poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false')

/** Whether the whole element is on the screen. */
const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate((it) => {
    const { top, bottom, height } = it.getBoundingClientRect()
    return height > 0 && top >= 0 && bottom <= innerHeight
  })

/** The element with the focus in the document, and the one in the checkout. */
const focused = (page: Page): Promise<readonly (string | undefined)[]> =>
  page.evaluate(() => {
    const { activeElement } = document
    return [activeElement?.localName, activeElement?.shadowRoot?.activeElement?.localName]
  })

test('the second press of a double click pays only where the first was on the button, too', async () => {
  const { page, orderNumber } = await begin(fixture, {})
  await fillCard(page, plainCard)
  await expectReady(page)
  const { x, y, width, height } = (await payButton(page).boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  const press = async (clickCount: number) => {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  await press(2)
  await press(3)
  // What the frame has done with a press is seen with the answer to another one.
  await payButton(page).evaluate(() => undefined)
  expect(await page.locator('tender-checkout').getAttribute('state')).toBe('ready')
  await press(1)
  await press(2)
  await stateIs(page, 'paid')
  expect((await fixture.orderAt(orderNumber)).orderStatus).toBe(2)
})

describe('on a small phone, after a press on a button in sight, the result is in sight and has the focus', () => {
  test.each([['declined', cardThat({ threeDs: 'none', code: 208 }), 'retry']] as const)(
    '%s',
    async (state, card, next) => {
      const { page } = await payFromBelow(card)
      await stateIs(page, state)
      await resultIsSeen(page, en.checkout[state])
      await page.keyboard.press('Tab')
      const isRetry = await page.getByTestId('retry').evaluateAll(([it]) => it?.matches(':focus'))
      expect(isRetry).toBe(next && true)
      expect(await focused(page)).not.toEqual(['tender-checkout', 'iframe'])
    },
  )

  test('a decline that the same card may follow: its reason, and the field to change', async () => {
    const { page } = await payFromBelow(cardThat({ threeDs: 'none', code: 5 }))
    await stateIs(page, 'declined')
    const code = cardFrame(page).locator('#cvc')
    await poll(async () => ({
      focused: await focused(page),
      codeHasFocus: await code.evaluate((it) => it.matches(':focus')),
      reasonIsInSight: await isInSight(page.locator('tender-checkout [role=alert]')),
      codeIsInSight: await isWithinPage(page, code),
    })).toEqual({
      focused: ['tender-checkout', 'iframe'],
      codeHasFocus: true,
      reasonIsInSight: true,
      codeIsInSight: true,
    })
  })
})

async function resultIsSeen(page: Page, title: string): Promise<void> {
  const heading = page.locator('tender-checkout .screen h2')
  await poll(() => focused(page)).toEqual(['tender-checkout', 'h2'])
  expect(await heading.textContent()).toBe(title)
  await poll(() => isInSight(heading)).toBe(true)
}

describe('what goes wrong or takes long is reported in sight, where the button was pressed', () => {
  /** Where the button is on the screen when the sentence comes above it, which moves it down or takes blank room. */
  const edges = ['upper', 'lower'] as const

  test.each(share(edges, 2))('a payment that was refused before it was sent, at the %s edge', async (edge) => {
    const { page, orderNumber } = await begin(fixture, { device: small })
    const answer = await holdPayment(page)
    await fillCard(page, plainCard)
    await payByHand(page)
    await answer.requested
    await scrollButtonTo(page, edge)
    answer.refuse()
    const note = cardFrame(page).getByText(en.checkout.troubleTries)
    await note.waitFor()
    await poll(() => isWithinPage(page, note)).toBe(true)
    await poll(() => isWithinPage(page, payButton(page))).toBe(true)
    expect(await note.getAttribute('role')).toBe('alert')
    await page.unroute(PAY)
    await payByHand(page)
    await stateIs(page, 'paid')
    expect((await fixture.orderAt(orderNumber)).orderStatus).toBe(2)
  })

  test('a press with nothing typed: the first wrong field, with its label and its ring', async () => {
    const { page } = await begin(fixture, { device: small })
    await scrollButtonTo(page, 'upper')
    await payByHand(page)
    const field = cardFrame(page).locator('#number-field .cell')
    await poll(() => field.locator('input').evaluate((it) => it.matches(':focus'))).toBe(true)
    await poll(() => isWithinPage(page, field)).toBe(true)
  })
})

const PAY = '**/api/pay'

/** Holds the request that pays, until it is refused. */
async function holdPayment(page: Page): Promise<{ requested: Promise<unknown>; refuse(): void }> {
  const refusal = { error: { code: 'too_many_tries', message: 'Too many tries.' } }
  let release!: (finish: (route: Route) => Promise<void>) => void
  const released = new Promise<(route: Route) => Promise<void>>((resolve) => (release = resolve))
  await page.route(PAY, async (route) => (await released)(route))
  return {
    requested: page.waitForRequest(PAY),
    refuse: () => release((route) => route.fulfill({ status: 429, json: refusal })),
  }
}

/** Scrolls until a part of the button is beyond the upper or the lower edge of the screen. */
async function scrollButtonTo(page: Page, edge: 'upper' | 'lower'): Promise<void> {
  await page.evaluate(() => document.body.style.setProperty('padding-bottom', '1000px'))
  const { y, height } = (await payButton(page).boundingBox())!
  const beyond = 16
  const distance = edge === 'upper' ? y + beyond : y + height - beyond - small.viewport.height
  await page.evaluate((by) => scrollBy(0, by), distance)
  await poll(async () => Math.round((await payButton(page).boundingBox())!.y)).toBe(Math.round(y - distance))
}

/** Whether something inside the frame is on the screen. */
async function isWithinPage(page: Page, locator: Locator): Promise<boolean> {
  const box = await locator.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height
}

describe('wallets', () => {
  const frameTop = (page: Page): Promise<number> =>
    page.locator('tender-checkout iframe[src*="/card?"]').evaluate((it) => it.getBoundingClientRect().top + scrollY)

  test('are there when the form is, and push nothing away', async () => {
    const { page } = await begin(fixture, { device: small })
    const top = await frameTop(page)
    expect(await page.getByTestId('wallet-google-pay').isVisible()).toBe(true)
    await page.getByTestId('wallet-apple-pay').waitFor()
    await page.waitForTimeout(1000)
    expect(await frameTop(page)).toBe(top)
  })
})

describe('a press on Pay', () => {
  inFull('by a script that drives a browser counts at the first click, on a button far out of sight', async () => {
    const { page } = await begin(fixture, { device: small })
    await noteSubmits(page)
    await fillCard(page, plainCard)
    await page.evaluate(() => document.body.style.setProperty('padding-top', '3000px'))
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(1000)
    await payButton(page).click()
    await stateIs(page, 'paid')
    expect(await submits(page)).toBe(1)
  })

  test('as soon as the button is in sight shows that it was pressed, and counts once', async () => {
    const { page } = await begin(fixture, { device: small })
    await noteSubmits(page)
    await fillCard(page, plainCard)
    const button = payButton(page)
    const seen = await watchPresses(page, button)
    // A frame that is out of sight before its first report may never report, since the browser renders it no more.
    await poll(() => seen.has('observed')).toBe(true)
    await page.evaluate(() => document.body.style.setProperty('padding-top', '3000px'))
    await page.evaluate(() => scrollTo(0, 0))
    await poll(() => seen.has('away')).toBe(true)
    await page.waitForTimeout(1000)
    await button.evaluate((it) => it.scrollIntoView({ block: 'center' }))
    // Just after a scroll, a slow machine leads the pointer to where the frame was before.
    await poll(async () => {
      if (!seen.has('pressed')) await pressAt(page, button)
      return seen.has('pressed')
    }).toBe(true)
    const isSubmitted = async (): Promise<boolean> => (await submits(page)) === 1
    const isAsked = async (): Promise<boolean> => (await noteOf(page)) === en.card.pressButton
    // On a slow machine the press comes so late that it counts at once, or while the browser reports the button as covered.
    await poll(async () => seen.has('held') || seen.has('late') || seen.has('covered') || (await isSubmitted())).toBe(
      true,
    )
    await poll(async () => seen.has('held') || (await isSubmitted()) || isAsked()).toBe(true)
    // There the browser may report only now to the frame that the button is in sight, or later.
    await poll(async () => {
      const isDone = seen.has('held') || (await isSubmitted())
      if (!isDone) await pressAt(page, button)
      return isDone
    }).toBe(true)
    if (!(await isSubmitted())) await pressAt(page, button)
    await stateIs(page, 'paid')
    expect(await submits(page)).toBe(1)
  })

  test('that lies under something asks to be pressed again, and then counts', async () => {
    const { page } = await begin(fixture, { device: small })
    await fillCard(page, plainCard)
    await cover(page)
    const button = payButton(page)
    await isCovered(button)
    await button.click()
    await poll(() => noteOf(page)).toBe(en.card.pressButton)
    await page.waitForTimeout(600)
    await button.click()
    await stateIs(page, 'paid')
  })
})

/**
 * What happens to the button from now on: the browser has reported it once, `observed`, and reports it as `away`; it is `pressed`, which is `late` when a press
 * counts at once, or while the browser reports it as `covered`; the press is `held`, which the shopper sees.
 */
async function watchPresses(page: Page, button: Locator): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  await page.exposeBinding('noteSeen', (_, what: string) => void seen.add(what))
  await button.evaluate((it) => {
    const { noteSeen } = globalThis as unknown as { noteSeen: (what: string) => void }
    let inSightAt = Infinity
    let isCovered = false
    const options = { trackVisibility: true, delay: 100, threshold: 0.6 } as IntersectionObserverInit
    type Entry = IntersectionObserverEntry & { readonly isVisible: boolean }
    new IntersectionObserver((entries) => {
      noteSeen('observed')
      for (const { isIntersecting, isVisible, time } of entries as Entry[]) {
        inSightAt = isIntersecting ? Math.min(inSightAt, time) : Infinity
        isCovered = isIntersecting && !isVisible
        if (!isIntersecting) noteSeen('away')
      }
    }, options).observe(it)
    const notePress = ({ timeStamp }: Event): void => {
      noteSeen('pressed')
      if (timeStamp - inSightAt >= 400) noteSeen('late')
      if (isCovered) noteSeen('covered')
    }
    it.addEventListener('pointerdown', notePress, { once: true })
    const noteHeld = (): void => void (it.getAttribute('aria-busy') === 'true' && noteSeen('held'))
    new MutationObserver(noteHeld).observe(it, { attributeFilter: ['aria-busy'] })
  })
  return seen
}

/** Presses where the button is, whatever Playwright would wait for. */
async function pressAt(page: Page, button: Locator): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
}

/** Covers the whole form with something that lets presses through. */
const cover = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const style = 'position:absolute;inset:0;height:4000px;background:#fff8;pointer-events:none'
    document.body.append(Object.assign(document.createElement('div'), { style }))
  })

/**
 * Waits until the browser has reported to the frame that the button is covered. The report to the frame's own observer may
 * come later than the one here: by the observer's delay, and at the next rendering.
 */
const isCovered = (button: Locator): Promise<void> =>
  button.evaluate(async (it) => {
    const delay = 100
    await new Promise<void>((resolve) => {
      const check = (entries: readonly object[]): void => {
        if (!(entries.at(-1) as { isVisible: boolean }).isVisible) resolve()
      }
      const options = { trackVisibility: true, delay, threshold: 0.6 } as IntersectionObserverInit
      new IntersectionObserver(check, options).observe(it)
    })
    await new Promise((resolve) => setTimeout(resolve, delay))
    for (let renderings = 0; renderings < 3; renderings += 1) await new Promise(requestAnimationFrame)
    // The report is a task of its own, for which a busy machine may take as long again.
    await new Promise((resolve) => setTimeout(resolve, 3 * delay))
  })

const noteOf = (page: Page): Promise<string | null> =>
  page.frameLocator('tender-checkout iframe[src*="/card?"]').locator('.note').innerText()

type Counting = { submits?: number }
const noteSubmits = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counting = globalThis as Counting
    counting.submits = 0
    addEventListener('tender-submit', () => void (counting.submits! += 1))
  })
const submits = (page: Page): Promise<number | undefined> => page.evaluate(() => (globalThis as Counting).submits)

/** The text spacing that WCAG 1.4.12 lets a reader set. */
const SPACING = '* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }'

const spacings = [
  [', with the letters spaced out', SPACING],
  ['', ''],
] as const

describe.each(share(spacings, 2))('a card is readable%s', (_, css) => {
  test.each(share([280, 320, 375], 3))('at %i px', async (width) => {
    const clientId = newClient()
    await fixture.store(clientId, plainCard)
    await fixture.store(clientId, cardThat({ threeDs: 'frictionless', method: false, outcome: 'paid' }))
    const device = { viewport: { width, height: 800 } }
    const { page } = await begin(fixture, { device, query: { clientId } })
    const frame = cardFrame(page)
    await frame.locator('html').evaluate((_html, rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }, css)
    expect(await brokenWords(frame.getByTestId('saved-card'))).toEqual([])
    if (width === 375 && !css) expect(await linesOf(frame.getByTestId('saved-card'))).toEqual([2, 2])
    await frame.getByTestId('use-another-card').click()
    await typeCard(page, challengeCard)
    expect(await frame.locator('#number').evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await frame.locator('html').evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  })
})

describe.each(isFull ? ['en', 'ru', 'ar'] : ['ar'])('in the language %s', (locale) => {
  test.each(share([280, 375], 2))('the brand of the card covers no label at %i px', async (width) => {
    const { page } = await begin(fixture, { device: { viewport: { width, height: 800 } }, query: { locale } })
    await typeCard(page, challengeCard)
    const frame = cardFrame(page)
    const label = await frame.locator('label[for=number]').evaluate(textBox)
    const brand = await frame.locator('#number-field .badges:not(.marks)').evaluate(textBox)
    expect(brand.right - brand.left).toBeGreaterThan(0)
    const isApart = brand.right <= label.left || label.right <= brand.left || label.bottom <= brand.top
    expect(isApart, JSON.stringify({ label, brand })).toBe(true)
  })
})

/** The box around the content of an element. */
const textBox = (element: Element): { left: number; right: number; top: number; bottom: number } => {
  const range = document.createRange()
  range.selectNodeContents(element)
  const { left, right, top, bottom } = range.getBoundingClientRect()
  return { left, right, top, bottom }
}

/** Lines of text in each of the rows: the card, and the text about it. */
const linesOf = (rows: Locator): Promise<number[]> =>
  rows.evaluateAll((all) =>
    all.map((row) => {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const lines = new Set<number>()
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text)
        if (text.textContent!.trim()) for (const { bottom } of range.getClientRects()) lines.add(Math.round(bottom))
      }
      return lines.size
    }),
  )

/** Words of the rows that are broken over several lines. */
const brokenWords = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
      return broken
    }),
  )
