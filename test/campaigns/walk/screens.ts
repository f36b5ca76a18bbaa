import type { Page } from 'playwright'
import type { CheckoutState } from '#testing/result.ts'
import { allAgree, type Rest } from '../../journeys/support/agreement.ts'
import { challengeShown, confirmInDialog } from '../../journeys/support/challenge.ts'
import { payThere, showsWithoutScript } from '../../journeys/support/gateway-page.ts'
import { isAt, tryAgain } from '../../journeys/support/shopper.ts'
import {
  codeIsAsked,
  enterCode,
  fillCard,
  pay,
  plainCard,
  stateIs,
  type Fixture,
} from '../../journeys/support/fixture.ts'
import type { Walker } from './events.ts'

/** The screen that the shopper sees in the end. */
export interface Screen {
  readonly isShown: (page: Page) => Promise<unknown>
  /** The same, with nothing still loading, where that takes longer. */
  readonly isSettled?: (page: Page) => Promise<unknown>
  /** Shows that the payment can be continued, and continues it; `seen` is the page that the shopper looks at. */
  readonly goOn?: (fixture: Fixture, seen: Page, walker: Walker) => Promise<void>
  /** The payment's last state then; absent, the order is still to be paid. */
  readonly rest?: Rest
  /** Checks that state on a page without a checkout. */
  readonly reportsRest?: (page: Page) => Promise<void>
}

const standsAt =
  (state: CheckoutState) =>
  (page: Page): Promise<void> =>
    stateIs(page, state)

export const screens = {
  ready: { isShown: standsAt('ready') },
  submitting: { isShown: standsAt('submitting') },
  'the way out': { isShown: (page) => page.getByTestId('bank-page').waitFor() },
  // Of two tabs only the first shows the challenge; both show its result.
  authenticating: {
    isShown: standsAt('authenticating'),
    isSettled: challengeShown,
    rest: 'paid',
    async goOn(fixture, seen, { page: first }) {
      const shown = first.isClosed() ? seen : first
      await (isOf(fixture, shown, 'acs') ? enterCode(shown) : confirmInDialog(shown))
      await Promise.all([stateIs(shown, 'paid'), stateIs(seen, 'paid')])
    },
  },
  // After a reload the bank's page is unknown, so the shopper opens it again.
  'one click from the bank': {
    isShown: (page) => page.getByTestId('challenge-confirm').waitFor(),
    rest: 'paid',
    async goOn(fixture, seen, { page: first }) {
      const shown = !first.isClosed() && isOf(fixture, first, 'acs') ? first : seen
      // Chromium can send the pointer event to a frame that the button has just replaced; no finger is so fast.
      if (shown === seen) await seen.getByTestId('challenge-confirm').dispatchEvent('click')
      await isAt(fixture, shown, 'acs')
      await enterCode(shown)
      await Promise.all([stateIs(shown, 'paid'), stateIs(seen, 'paid')])
    },
  },
  'the bank’s page': { isShown: codeIsAsked, rest: 'paid', goOn: (_, seen) => enterCode(seen) },
  'the gateway’s form': {
    isShown: (page) => page.getByRole('button', { name: 'Pay' }).waitFor(),
    rest: 'paid',
    async goOn(fixture, seen) {
      await payThere(fixture, seen, plainCard)
      await isAt(fixture, seen, 'shop')
    },
  },
  // The gateway does not report that its own page is processing an order, so the form is offered until it is paid.
  'the form again, or paid by then': {
    isShown: (page) => stateIs(page, 'ready', 'paid'),
    rest: 'paid',
    async goOn(_, seen) {
      if ((await seen.locator('tender-checkout').getAttribute('state')) === 'paid') return
      await fillCard(seen, plainCard)
      await pay(seen)
    },
  },
  'the gateway’s form, without a script': {
    isShown: (page) => page.getByRole('button', { name: 'Pay' }).waitFor(),
    rest: 'paid',
    async goOn(fixture, seen) {
      await payThere(fixture, seen, plainCard)
      await isAt(fixture, seen, 'shop')
    },
    reportsRest: (page) => showsWithoutScript(page, 'The order is paid.'),
  },
  paid: { isShown: standsAt('paid'), rest: 'paid' },
  held: { isShown: standsAt('held'), rest: 'held' },
  verified: { isShown: standsAt('verified'), rest: 'verified' },
  declined: { isShown: standsAt('declined'), rest: 'declined' },
  // The declined try stays declined, and the next one is open.
  'declined, to be tried again': {
    isShown: standsAt('declined'),
    async goOn(fixture, seen, { orderNumber }) {
      await allAgree(fixture, seen, orderNumber, 'declined')
      await tryAgain(seen)
    },
  },
  cancelled: { isShown: standsAt('cancelled'), rest: 'cancelled' },
} as const satisfies Readonly<Record<string, Screen>>
export type End = keyof typeof screens

const isOf = ({ stack }: Fixture, page: Page, party: 'acs'): boolean =>
  new URL(page.url()).origin === stack.addresses[party]
