import type { FrameLocator, Page } from 'playwright'
import { kebabOf, type WalletName } from '#contract/methods/methods.ts'

export interface WalletChoice {
  /** Number of the card to choose in the sheet; its first one when absent. */
  readonly card?: string
  /** Closes the sheet in place of paying. */
  readonly cancels?: boolean
}

const sheetOf = (page: Page): FrameLocator => page.frameLocator('tender-checkout dialog.wallet iframe')

/**
 * Opens a wallet of the sandbox and pays in its sheet, or closes it.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { expectResult, payByWallet } from 'tender-checkout/testing'
 *
 * export async function payByGoogle(page: Page) {
 *   await payByWallet(page, 'googlePay')
 *   await expectResult(page, 'paid')
 * }
 * ```
 */
export async function payByWallet(page: Page, wallet: WalletName, { card, cancels }: WalletChoice = {}): Promise<void> {
  await page.getByTestId(`wallet-${kebabOf(wallet)}`).click()
  const sheet = sheetOf(page)
  // Chromium can send a pointer event to the wrong frame before the sheet's first paint; no finger is as fast as that.
  if (card !== undefined) await sheet.locator(`input[value="${card}"]`).dispatchEvent('click')
  await sheet.getByTestId(cancels ? 'wallet-cancel' : 'wallet-confirm').dispatchEvent('click')
}
