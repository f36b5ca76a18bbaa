import type { BrowserContext } from 'playwright'
import { expect, test } from 'vitest'
import { inFull } from '../../support/extent.ts'
import { allAgree } from '../support/agreement.ts'
import { confirmInDialog } from '../support/challenge.ts'
import { chromiumOptions } from '../../support/chromium.ts'
import { cardFrame, challengeCard, openFixture, openForFile, plainCard, stateIs, typeCard } from '../support/fixture.ts'
import { begin, submit } from '../support/shopper.ts'

const fixture = await openForFile()

/** Takes from every document what browsers refuse where storage is blocked; some refuse locks as well. */
const blockStorage = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
    navigator.locks.request = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'))
  })

test('a shopper whose browser blocks every storage confirms at the bank and pays', async () => {
  const { page, orderNumber } = await submit(fixture, challengeCard, { prepare: blockStorage })
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
})

/** Sets the clock of the shopper's device by milliseconds. */
const setClock = (by: number) => (context: BrowserContext) =>
  context.addInitScript((ahead) => {
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...given: [number]) {
        super(...(given.length ? given : ([RealDate.now() + ahead] as const)))
      }
      static override now = () => RealDate.now() + ahead
    } as DateConstructor
  }, by)

const DAY = 86_400_000

test.each([5, -5, 10_000, -10_000])(
  'a shopper whose clock is %d days ahead confirms at the bank and pays',
  async (days) => {
    const { page, context, orderNumber, complaints } = await submit(fixture, challengeCard, {
      prepare: setClock(days * DAY),
    })
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(complaints).toEqual([])
    await context.close()
  },
)

inFull('an ad blocker that takes the bank’s method page costs ten seconds, and no payment', async () => {
  const { acs } = fixture.stack.addresses
  const taken: string[] = []
  const prepare = (context: BrowserContext): Promise<unknown> =>
    context.route(
      ({ origin, pathname }) => origin === new URL(acs).origin && pathname.includes('method'),
      (route) => {
        taken.push(route.request().url())
        return route.abort('blockedbyclient')
      },
    )
  const { page, orderNumber } = await submit(fixture, challengeCard, { prepare })
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(taken).not.toEqual([])
})

test('a shopper whose browser has letters twice as large reads all in letters twice as large, and a card’s whole number', async () => {
  const args = [...chromiumOptions.args, '--blink-settings=defaultFontSize=32']
  const large = await openFixture({}, { ...chromiumOptions, args })
  const { page } = await begin(large, {})
  const form = cardFrame(page).locator('body')
  await form.locator('#pay-editing').waitFor()
  expect(await form.evaluate(smallest)).toBe(24)
  for (const [width, least] of [
    [375, 20],
    [320, 15],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await typeCard(page, plainCard)
    const number = form.locator('#number')
    expect(await number.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    expect(await number.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThan(least)
  }
  await page.close()
  const paid = await submit(large, plainCard)
  await stateIs(paid.page, 'paid')
  expect(await paid.page.locator('tender-checkout .receipt').evaluate(smallest)).toBe(28)
  expect(await paid.page.locator('tender-checkout .screen').evaluate(smallest)).toBe(28)
  await large.close()
})

/** The size in pixels of the smallest text within an element. */
const smallest = (root: Element): number => {
  const sizes: number[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.textContent!.trim()) sizes.push(Number.parseFloat(getComputedStyle(text.parentElement!).fontSize))
  return Math.min(...sizes)
}
