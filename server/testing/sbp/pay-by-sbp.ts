import type { Page } from 'playwright'

export interface SbpChoice {
  /**
   * What the payer does in the app: pays, lets the bank accept the payment and take its time, or declines; `confirm` when
   * absent.
   */
  readonly act?: 'confirm' | 'wait' | 'decline'
  /** Which of the sandbox's banks: `alder`, `birch` or `cedar`. */
  readonly bank?: string
  /** Whether the code is shown already, as after a first `wait`. */
  readonly isShown?: boolean
}

/**
 * Chooses the Faster Payments System (SBP), and acts as the payer's bank's app, which the code leads to. The order must
 * be in roubles (643).
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { expectResult, payBySbp } from 'tender-checkout/testing'
 *
 * export async function payByApp(page: Page) {
 *   await payBySbp(page)
 *   await expectResult(page, 'paid')
 * }
 * ```
 */
export async function payBySbp(
  page: Page,
  { act = 'confirm', bank = 'alder', isShown = false }: SbpChoice = {},
): Promise<void> {
  if (!isShown) await page.getByTestId('code-sbp').click()
  const address = await page.getByTestId('code-app').getAttribute('href')
  await page.request.post(`${address}?bank=${bank}`, { form: { act } })
}
