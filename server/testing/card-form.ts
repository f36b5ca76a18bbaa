import type { FrameLocator, Page } from 'playwright'
import { systemClock } from '#ports/system.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { CheckoutState } from './result.ts'
import { TIMEOUT, until } from './until.ts'

/** What a shopper types. `expiry` is YYYYMM, as in the table of test cards. */
export type TypedCard = Pick<TestCard, 'pan' | 'expiry' | 'cvc'> & {
  /** The name on the card; JANE DOE when absent. */
  readonly holder?: string
}

/** `204012` as `1240`, the order in which a shopper types it. */
export const typedExpiry = (expiry: string): string => `${expiry.slice(4)}${expiry.slice(2, 4)}`

/**
 * The frame with the card form.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { cardFrame } from 'tender-checkout/testing'
 *
 * export const amountOn = (page: Page) => cardFrame(page).getByTestId('amount').innerText()
 * ```
 */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator(FRAME)

const FRAME = 'tender-checkout iframe[src*="/card?"]'

/**
 * Fills in the card form, at once or key by key. Throws where another screen is shown in place of it.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { expectResult, fillCard, pay, testCard } from 'tender-checkout/testing'
 *
 * export async function payByCard(page: Page) {
 *   await page.goto('http://localhost:3000/checkout')
 *   await fillCard(page, testCard({ threeDs: 'none', outcome: 'paid' }))
 *   await pay(page)
 *   await expectResult(page, 'paid')
 * }
 * ```
 */
export async function fillCard(
  page: Page,
  { pan, expiry, cvc, holder = 'JANE DOE' }: TypedCard,
  { keyByKey = false }: { readonly keyByKey?: boolean } = {},
): Promise<void> {
  const frame = cardFrame(page)
  await formShown(page)
  for (const [name, value] of [
    ['cc-number', pan],
    ['cc-exp', typedExpiry(expiry)],
    ['cc-csc', cvc],
  ] as const) {
    const field = frame.locator(`[autocomplete="${name}"]`)
    await (keyByKey ? field.pressSequentially(value) : field.fill(value))
  }
  await frame.locator('[autocomplete="cc-name"]').fill(holder)
}

/** Milliseconds that a form may take to appear after the state that has it. */
const GRACE = 2_000

/** Waits for the form; throws where the checkout stays in a state that has none, and says what to do first. */
async function formShown(page: Page): Promise<void> {
  let isShown = false
  let why = 'the checkout is not on the page.'
  let blocked = 0
  const isShownOrBlocked = async (): Promise<boolean> => {
    const state = (await page.locator('tender-checkout').first().getAttribute('state', { timeout: GRACE })) ?? 'loading'
    const places = [page.locator(FRAME), cardFrame(page).locator('[autocomplete="cc-number"]')]
    isShown = (await Promise.all(places.map((place) => place.isVisible()))).every(Boolean)
    const hasStored = !isShown && (await cardFrame(page).getByTestId('use-another-card').isVisible())
    why = hasStored ? STORED : `the checkout is ${state}.${todos[state] ?? ''}`
    const isBlocked = !isShown && (hasStored || !coming.has(state))
    blocked = isBlocked ? blocked || systemClock.now() : 0
    return isShown || (isBlocked && systemClock.now() - blocked >= GRACE)
  }
  const sentence = (): string => `The card form is not shown: ${why}`
  await until(isShownOrBlocked, sentence)
  if (!isShown) throw new Error(sentence())
}

/** The states that have a form, or may come to one. */
const coming: ReadonlySet<string> = new Set<CheckoutState>(['loading', 'ready', 'submitting', 'authenticating'])

const RETRY = ` Press its button first: page.getByTestId('retry').dispatchEvent('click').`
const todos: Readonly<Record<string, string>> = { declined: RETRY, cancelled: RETRY, expired: RETRY }

const STORED = 'it shows the stored cards. Press use-another-card in it first.'

/** Milliseconds after which a press that changed nothing is repeated, as a shopper does. */
const PRESS_TIMEOUT = 1_000

/**
 * Presses the pay button, and resolves when the payment has begun. Throws where the form shows an error.
 *
 * @example
 * ```ts
 * import type { Page } from 'playwright'
 * import { fillCard, pay, testCard } from 'tender-checkout/testing'
 *
 * export async function payWithChallenge(page: Page) {
 *   await fillCard(page, testCard({ threeDs: 'challenge' }))
 *   await pay(page)
 * }
 * ```
 */
export async function pay(page: Page): Promise<void> {
  const frame = cardFrame(page)
  const opened = page.locator('tender-checkout[state]').first()
  await opened.waitFor({ state: 'attached', timeout: TIMEOUT })
  // After a decline that the same card may follow, the form is shown in the state `declined`.
  const before = await opened.getAttribute('state')
  const address = page.url()
  const begun = page.locator(`tender-checkout[state]:not([state=ready]):not([state="${before}"])`)
  let hasBegun = false
  await until(
    async () => {
      await frame.getByTestId('pay').click({ timeout: TIMEOUT, noWaitAfter: true })
      hasBegun = await begun
        .first()
        .waitFor({ state: 'attached', timeout: PRESS_TIMEOUT })
        .then(
          () => true,
          () => false,
        )
      // A bank's full page may be there before the checkout was seen to begin.
      return hasBegun || page.url() !== address || (await frame.locator('[aria-invalid=true]').count()) > 0
    },
    () => 'The pay button was pressed, and no payment has begun.',
  )
  // After a decline for wrong data the form marks a field too.
  if (hasBegun) return
  const wrong = frame.locator('[aria-invalid=true]')
  const names = await wrong
    .evaluateAll((fields) => fields.map((field) => String(Reflect.get(field, 'name'))))
    .catch(() => [])
  if (names.length) throw new Error(`The card form shows an error: ${names.join(', ')}`)
}
