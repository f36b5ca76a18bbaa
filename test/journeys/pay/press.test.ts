import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { poll } from '../../support/poll.ts'
import { liveRegions } from '../accessibility/live-regions.ts'
import { filmed, type Film } from '../support/film.ts'
import { keyCounts } from '../support/key-counts.ts'
import { begin, tryAgain } from '../support/shopper.ts'
import {
  cardFrame,
  cardThat,
  fillCard,
  inWallet,
  openForFile,
  pay,
  phone,
  plainCard,
  stateIs,
} from '../support/fixture.ts'

const fixture = await openForFile()

const poor = cardThat({ threeDs: 'none', code: 116 })
const wrongCode = cardThat({ threeDs: 'none', code: 71015 })

/** The frames from the press on, as long as the form is seen; the result is there before the frame that shows it. */
async function afterPress({ form, page }: Film) {
  const pressed = page.find(({ state }) => state === 'submitting')!.at
  const ofResult = () => page.find(({ at, isFormShown }) => at > pressed && !isFormShown)
  await poll(() => ofResult() !== undefined).toBe(true)
  const isOver = ofResult()!.at
  return {
    form: form.filter(({ at }) => at > pressed && at < isOver),
    page: page.filter(({ at }) => at >= pressed && at < isOver),
    /** Milliseconds between the payment and the result. */
    tick: isOver - page.find(({ state }) => state === 'paid')!.at,
  }
}

describe.each([
  ['a shopper', {}],
  ['one who wants no motion', { reducedMotion: 'reduce' }],
] as const)('the film of a press, for %s', (_, preference) => {
  const isCalm = 'reducedMotion' in preference

  test('shows the form as it was typed, then dots, and never an empty one or another price tag', async () => {
    let film!: Film
    const { page } = await begin(fixture, {
      device: { ...phone, ...preference },
      prepare: async (browser) => (film = await filmed(browser)),
    })
    await fillCard(page, plainCard)
    const typed = await cardFrame(page)
      .locator('.group input')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await pay(page)
    await page.locator('tender-checkout .screen h2').waitFor()
    const { form, page: around, tick } = await afterPress(film)
    expect(around.length).toBeGreaterThan(0)
    const dotted = typed.map((value) => value.replace(/[^\s/]/g, '•'))
    for (const { values, button, isTicked } of form) {
      expect(values).toEqual(isTicked ? dotted : typed)
      expect(button).toBe(isTicked ? '' : en.card.paying)
    }
    for (const { wallets } of around) expect(wallets).toEqual(['0.4', '0.4'])
    // Without motion there is one change: the result.
    if (isCalm) expect(tick).toBeLessThan(100)
    else expect([tick > 300, form.at(-1)!.isTicked]).toEqual([true, true])
    expect(
      await cardFrame(page)
        .locator('form')
        .evaluate((form) => [...form.querySelectorAll('input')].map((one) => one.outerHTML + one.value).join()),
    ).not.toMatch(/\d{4}/)
  })

  test('of a wallet is told by its own button', async () => {
    let film!: Film
    const { page } = await begin(fixture, {
      device: { ...phone, ...preference },
      prepare: async (browser) => (film = await filmed(browser)),
    })
    await fillCard(page, plainCard)
    await inWallet(page, 'applePay', 'wallet-confirm')
    await page.locator('tender-checkout .screen h2').waitFor()
    const { form, page: around } = await afterPress(film)
    expect(around.length).toBeGreaterThan(0)
    for (const { wallets, words } of around) expect([wallets, words]).toEqual([['pressed 1', '0.4'], ''])
    for (const { values } of form) expect(values).not.toContain('')
  })
})

/** Where the fields and the button stand on the page. */
const places = async (page: Page): Promise<string> => {
  const all = [...(await cardFrame(page).locator('.group .cell, [type=submit]').all())]
  return JSON.stringify(await Promise.all(all.map(async (one) => one.boundingBox())))
}

/** Types with the keyboard into a field that has the focus, and sees what each key has moved. */
async function movedBy(page: Page, keys: Iterable<string>): Promise<readonly string[]> {
  const seen = new Set([await places(page)])
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
    seen.add(await places(page))
  }
  return [...seen].slice(1)
}

describe('a refusal of a new card', () => {
  test.each([
    ['for lack of money', poor, en.reasons.insufficient_funds, 'number', '5555555555555599'],
    ['for a wrong code', wrongCode, en.reasons.wrong_details, 'cvc', '123'],
  ] as const)(
    '%s is said once, in one box, and nothing moves while the shopper types',
    async (_, card, reason, field, keys) => {
      let announced!: Awaited<ReturnType<typeof liveRegions>>
      const { page, context } = await begin(fixture, {
        device: phone,
        prepare: async (browser) => (announced = await liveRegions(browser)),
      })
      await fillCard(page, card)
      await keyCounts(page)
      announced.length = 0
      await pay(page)
      await stateIs(page, 'declined')
      await tryAgain(page)
      await poll(() => cardFrame(page).locator(`#${field}:focus`).count()).toBe(1)
      expect(await page.getByTestId('retry').count()).toBe(0)
      const words = `${en.checkout.otherCard} ${reason}`
      expect(announced.filter(({ text }) => text !== en.checkout.submitting)).toEqual([
        { politeness: 'assertive', text: words },
      ])
      expect(await page.locator('tender-checkout .alert').allInnerTexts()).toEqual([words])
      expect(await cardFrame(page).locator('.notice, .note:not([hidden])').count()).toBe(0)
      // Of wrong data no field says which it was; all that the sentence names are marked, until one is typed into.
      const isDoubted = field === 'cvc'
      expect(await cardFrame(page).locator('.wrong [aria-invalid=true]').count()).toBe(isDoubted ? 3 : 0)
      expect(await cardFrame(page).locator('.error').count()).toBe(0)
      expect(await movedBy(page, keys)).toEqual([])
      expect(await cardFrame(page).locator('.wrong').count()).toBe(0)
      await context.close()
    },
  )

  test('nor while what was wrong is put right', async () => {
    const { page } = await begin(fixture, { device: phone, query: { methods: 'card' } })
    await fillCard(page, { ...plainCard, pan: '4111111111111112' })
    await pay(page)
    await cardFrame(page).locator('#number-error').waitFor()
    expect(await movedBy(page, ['End', 'Backspace', '1'])).toEqual([])
  })
})
