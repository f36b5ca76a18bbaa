import type { Opened } from '#bridge/protocol.ts'
import { brisk, retryImport, type Import } from '#bridge/retry-import.ts'
import type { Checkout } from '#contract/checkout.ts'
import type { Clock, Network } from '#contract/ports.ts'
import { brandOfChoice, choiceView, css } from './choice/choice.ts'
import type { Model } from './form/model.ts'
import type { Screen } from './form/screen.ts'
import type * as onFocus from './on-focus.ts'
import { FrameError, offline } from './proxy-client/errors.ts'
import type { Seal } from './proxy-client/seal.ts'

/** Loads in parallel the parts of the form that not every checkout needs; the page gives up on the frame after 8 s. */
export async function contextFor(
  checkout: Checkout,
  clock: Clock,
): Promise<Pick<Model, 'payer' | 'stored' | 'choice'>> {
  const { asks, savedCards, saving, brandChoice } = checkout
  const part = <T>(isNeeded: boolean, get: Import<T>): Promise<T> | undefined =>
    isNeeded ? retryImport(get, clock, brisk) : undefined
  const asksAddress = asks.some(({ data }) => data === 'billing')
  const [address, contact, stored] = await Promise.all([
    part(asksAddress, () => import('./payer/with-address.ts')),
    part(asks.length > 0 && !asksAddress, () => import('./payer/payer.ts')),
    part(savedCards.length > 0 || saving.mode !== 'never', () => import('./stored/stored.ts')),
  ])
  return { payer: address ?? contact, stored, choice: brandChoice ? { brandOfChoice, choiceView, css } : undefined }
}

/** The code that is loaded once the shopper turns to the form. */
export interface CodeOnFocus {
  /** Loads it: autofill writes without focus, and a stored card shows its brand at once. The form is whole without it. */
  load(): void
  /** Seals a card; rejects with `frame_offline` or `script_failed` where the code cannot be loaded. */
  readonly seal: Seal
}

/** Loads the marks of the brands, what undoes typing and what seals a card, when the form gets the focus. */
export function codeOnFocus(document: Document, screen: Screen, clock: Clock, network: Network): CodeOnFocus {
  let loading: Promise<typeof onFocus> | undefined
  const loaded = () =>
    (loading ??= retryImport(() => import('./on-focus.ts'), clock).catch((error: unknown) => {
      loading = undefined
      throw network.isDown() ? new FrameError(offline) : error
    }))
  const load = (): void => {
    if (loading) return
    loaded()
      .then(({ begin }) => begin(document, screen, clock))
      .catch(() => {})
  }
  document.body.addEventListener('focusin', load, { once: true })
  return {
    load,
    async seal(...card) {
      load()
      return (await loaded()).seal(...card)
    },
  }
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
  const { outcome, wallets, amount, currencyCode, fractionDigits, description, sandbox } = checkout
  return {
    outcome,
    wallets,
    card,
    amount,
    currencyCode,
    fractionDigits,
    ...(description && { description }),
    ...(sandbox && { sandbox }),
  }
}
