import { typedExpiry, type TypedCard } from '#testing/card-form.ts'
import type { CheckoutState } from '#testing/result.ts'
import { until } from '#testing/until.ts'
import type { Stack } from '../../demo/stack.ts'
import type { Browser, Path, Window } from './browser.ts'

export const card: Path = ['iframe[src*="/card?"]']
export const bank: Path = ['iframe[src*="/3ds?"]', 'iframe[name="challenge"]']
export const wallet: Path = ['dialog.wallet iframe']
/** The page itself. */
export const page: Path = []

/** Opens the demo shop in a window of its own, which is closed afterwards. */
export async function inWindow<Result>(
  browser: Browser,
  { addresses }: Stack,
  query: Readonly<Record<string, string>>,
  walk: (window: Window) => Promise<Result>,
): Promise<Result> {
  const window = await browser.open()
  try {
    await window.goto(`${addresses.shop}/?${new URLSearchParams(query).toString()}`)
    return await walk(window)
  } finally {
    await window.close()
  }
}

const field = (name: string): string => `[autocomplete="${name}"]`

/** Waits until the checkout is in one of the states; the error names the one that it is in. */
export async function stateIs(window: Window, ...states: readonly CheckoutState[]): Promise<void> {
  let seen: string | null = null
  const isThere = async (): Promise<boolean> => {
    seen = await stateOf(window)
    return states.includes(seen as CheckoutState)
  }
  await until(isThere, () => `The checkout is ${seen}, and not ${states.join(' or ')}.`)
}

export const stateOf = (window: Window): Promise<string | null> =>
  window.evaluate(page, () => document.querySelector('tender-checkout')?.getAttribute('state') ?? null)

/** Presses an element as soon as it is there. */
export const click = (window: Window, path: Path, selector: string): Promise<true> =>
  until(
    () => window.click(path, selector).then(() => true as const),
    () => `There is no ${selector} to press.`,
  )

/** Reads from an element as soon as it is there. */
export const textOf = (window: Window, path: Path, selector: string): Promise<string> =>
  until(
    async () => (await window.evaluate(path, innerTextOf, selector)) ?? undefined,
    () => `There is no text in ${selector}.`,
  )

const innerTextOf = (selector: string): string | null =>
  document.querySelector<HTMLElement>(selector)?.innerText ?? null

/** Types a card field by field, each focused by a press. */
export async function typeCard(window: Window, { pan, expiry, cvc, holder = 'JANE DOE' }: TypedCard): Promise<void> {
  await typeInto(window, 'cc-number', pan)
  await typeInto(window, 'cc-exp', typedExpiry(expiry))
  await typeInto(window, 'cc-csc', cvc)
  await typeInto(window, 'cc-name', holder)
}

export async function typeInto(window: Window, name: string, text: string): Promise<void> {
  await click(window, card, field(name))
  // A card that was declined is still in the form.
  await window.evaluate(card, () => (document.activeElement as HTMLInputElement).select())
  await window.type(card, text)
}

/** Milliseconds after which a shopper presses again a button that did nothing. */
const PRESS_TIMEOUT = 1_500

/** Presses the pay button until the payment begins. */
export const pay = (window: Window): Promise<void> =>
  pressUntilBegun(window, () => window.click(card, '[data-testid="pay"]'))

/** Presses as a shopper does: again when nothing happened. */
export async function pressUntilBegun(window: Window, press: () => Promise<void>): Promise<void> {
  await until(
    async () => {
      await press()
      return hasBegun(window)
    },
    () => 'The pay button was pressed, and no payment has begun.',
  )
}

const hasBegun = (window: Window): Promise<boolean> =>
  until(
    async () => (await stateOf(window)) !== 'ready',
    () => 'not yet',
    PRESS_TIMEOUT,
  ).catch(() => false)

/** Enters the code that the bank shows, in a dialog or on a page. */
export async function confirm(window: Window, path: Path = bank): Promise<void> {
  const code = await textOf(window, path, '[data-testid="sms-code"]')
  await click(window, path, field('one-time-code'))
  await window.type(path, code.trim())
  await click(window, path, 'button[type="submit"]:not([name])')
}
