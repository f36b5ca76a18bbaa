import type { Opened } from '#bridge/protocol.ts'
import { brisk, retryImport, type Import } from '#browser/retry-import.ts'
import type { Checkout } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import type { Model } from './form/model.ts'

/** Loads in parallel the parts of the form that not every checkout needs; the page gives up on the frame after 8 s. */
export async function contextFor(
  checkout: Checkout,
  clock: Clock,
): Promise<Pick<Model, 'payer' | 'stored' | 'choice'>> {
  const { asks, savedCards, saving, brandChoice } = checkout
  const part = <T>(isNeeded: boolean, get: Import<T>): Promise<T> | undefined =>
    isNeeded ? retryImport(get, clock, brisk) : undefined
  const asksAddress = asks.some(({ data }) => data === 'billing')
  const [address, contact, stored, choice] = await Promise.all([
    part(asksAddress, () => import('./payer/with-address.ts')),
    part(asks.length > 0 && !asksAddress, () => import('./payer/payer.ts')),
    part(savedCards.length > 0 || saving.mode !== 'never', () => import('./stored/stored.ts')),
    part(brandChoice, () => import('./co-badge/co-badge.ts')),
  ])
  return { payer: address ?? contact, stored, choice }
}

/** Whether the button has the same label for both. */
export const isSameSum = (
  shown: Checkout | undefined,
  { orderNumber, amount, fee, currency, verify }: Checkout,
): boolean =>
  shown?.orderNumber === orderNumber &&
  shown.amount === amount &&
  shown.fee === fee &&
  shown.currency === currency &&
  shown.verify === verify

/** What the page receives of a checkout: what the wallets need, and nothing about the stored cards. */
export function openedWith(checkout: Checkout, card: boolean): Opened {
  const { outcome, wallets, codes, amount, currencyCode, fractionDigits, description, sandbox } = checkout
  return {
    outcome,
    wallets,
    card,
    amount,
    currencyCode,
    fractionDigits,
    ...(codes && { codes }),
    ...(description && { description }),
    ...(sandbox && { sandbox }),
  }
}
