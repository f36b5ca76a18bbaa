import type { FrameLocator, Page } from 'playwright'
import { until } from './until.ts'

/** The page of the bank: in the dialog of the checkout, or in place of the shop's page. */
type BankPage = Page | FrameLocator

const inDialog = (page: Page): FrameLocator =>
  page.frameLocator('tender-checkout iframe[src*="/3ds?"]').frameLocator('iframe[name="challenge"]')

const CODE = '[autocomplete="one-time-code"]'

/**
 * Waits for the bank's question, in the dialog or on a page of its own, and resolves with the place.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { challengeShown } from 'tender-checkout/testing'
 *
 * export const resend = async (page: Page) => (await challengeShown(page)).locator('[name=resend]').click()
 * ```
 */
export const challengeShown = (page: Page): Promise<BankPage> =>
  until<BankPage>(
    async () => {
      for (const place of [inDialog(page), page])
        if (
          await place
            .locator(CODE)
            .isVisible()
            .catch(() => false)
        )
          return place
      return undefined
    },
    () => 'The bank has not asked for a code.',
  )

/** Wrong codes after which the sandbox's bank declines. */
const MAX_WRONG_CODES = 3

async function enter(place: BankPage, code: string): Promise<void> {
  await place.locator(CODE).fill(code)
  await place.locator('button[type="submit"]:not([name])').click({ noWaitAfter: true })
}

const shownCode = (place: BankPage): Promise<string> => place.getByTestId('sms-code').innerText()

/** Enters wrong codes until the bank declines. */
export async function failAt(place: BankPage): Promise<void> {
  const wrong = (await shownCode(place)) === '000000' ? '111111' : '000000'
  for (let left = MAX_WRONG_CODES - 1; left >= 0; left -= 1) {
    await enter(place, wrong)
    // The error alone: other numbers on the page, such as that of the code, may end with the same digit.
    if (left) await place.locator('#code-error', { hasText: String(left) }).waitFor()
  }
}

const answers = {
  right: async (place: BankPage) => enter(place, await shownCode(place)),
  wrong: failAt,
  cancel: (place: BankPage) => place.locator('button[name="cancel"]').click({ noWaitAfter: true }),
}

/**
 * Answers the question of the sandbox's bank: with the right code, with wrong ones until it declines, or by leaving.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { completeChallenge, expectResult } from 'tender-checkout/testing'
 *
 * export async function confirm(page: Page) {
 *   await completeChallenge(page, 'right')
 *   await expectResult(page, 'paid')
 * }
 * ```
 */
export async function completeChallenge(page: Page, answer: 'right' | 'wrong' | 'cancel'): Promise<void> {
  await answers[answer](await challengeShown(page))
}
