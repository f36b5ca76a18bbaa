import type { Page } from 'playwright'
import { until } from './until.ts'

/** The values of the element's `state`. */
export type CheckoutState =
  | 'loading'
  | 'ready'
  | 'submitting'
  | 'authenticating'
  | 'paid'
  | 'held'
  | 'verified'
  | 'refunded'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'pending'
  | 'failed'

/**
 * Waits until the checkout is in a state, or in one of several; the error names the one that it is in.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { expectResult } from 'tender-checkout/testing'
 *
 * export const isOver = (page: Page) => expectResult(page, ['paid', 'held'])
 * ```
 */
export async function expectResult(
  page: Page,
  state: CheckoutState | readonly CheckoutState[],
  { timeout }: { readonly timeout?: number } = {},
): Promise<void> {
  const wanted: readonly string[] = typeof state === 'string' ? [state] : state
  let seen: string | null = null
  const isThere = async (): Promise<boolean> => {
    // Without a wait, since a page that navigates has no checkout for a moment.
    seen = (await page.locator('tender-checkout').count())
      ? ((await page.locator('tender-checkout').getAttribute('state')) ?? 'loading')
      : null
    return seen !== null && wanted.includes(seen)
  }
  await until(isThere, () => `The checkout is ${seen ?? 'not on the page'}, and not ${wanted.join(' or ')}.`, timeout)
}
