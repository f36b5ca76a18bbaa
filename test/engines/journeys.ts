import { decodeJwt } from 'jose'
import { signOrder, type OrderClaims } from '../../server/index.ts'
import { regularClient } from '../../demo/regular.ts'
import { testCard } from '#testing/cards.ts'
import { typedExpiry } from '#testing/card-form.ts'
import { until } from '#testing/until.ts'
import { secrets, type Stack } from '../../demo/stack.ts'
import { keys, type Window } from './browser.ts'
import {
  bank,
  card,
  click,
  confirm,
  page,
  pay,
  pressUntilBegun,
  stateIs,
  textOf,
  typeCard,
  typeInto,
  wallet,
} from './shopper.ts'

/** A payment from a shop's page to its end, in any browser. */
export interface Journey {
  readonly name: string
  /** Parameters of the demo shop's address. */
  readonly query?: Readonly<Record<string, string>>
  /** The gateway's `orderStatus` at its end, and the order's last try. */
  readonly orderStatus: number
  readonly tries?: 2
  walk(window: Window, stack: Stack): Promise<void>
}

const PAID = 2
const DECLINED = 6

const plain = testCard({ threeDs: 'none', outcome: 'paid' })
const frictionless = testCard({ threeDs: 'frictionless', method: true, outcome: 'paid' })
const challenged = testCard({ threeDs: 'challenge', method: true, outcome: 'paid' })
const declined = testCard({ threeDs: 'none', code: 208 })

const isAt = (window: Window, origin: string): Promise<true | undefined> =>
  until(
    async () => (await window.address()).startsWith(origin) || undefined,
    () => `The page is not at ${origin}.`,
  )

async function submit(window: Window, typed: typeof plain): Promise<void> {
  await stateIs(window, 'ready')
  await typeCard(window, typed)
  await pay(window)
}

/** The card frame, once its next payment is refused before it is sent, as soon as `refuse` is called. */
type Refusing = typeof globalThis & { refuse?: () => void }

const refuseNextPayment = (window: Window): Promise<void> =>
  window.evaluate(card, () => {
    const { fetch: send } = globalThis
    globalThis.fetch = async (url, settings) => {
      if (!String(url).endsWith('/api/pay')) return send(url, settings)
      await new Promise<void>((resolve) => ((globalThis as Refusing).refuse = resolve))
      globalThis.fetch = send
      return Response.json({ error: { code: 'too_many_tries', message: 'Too many tries.' } }, { status: 429 })
    }
  })

const isPaymentHeld = (window: Window): Promise<boolean> =>
  window.evaluate(card, () => (globalThis as Refusing).refuse !== undefined)

const refuse = (window: Window): Promise<void> => window.evaluate(card, () => (globalThis as Refusing).refuse!())

const countPaid = (window: Window): Promise<void> =>
  window.evaluate(page, () => {
    const counted = Object.assign(globalThis, { paid: 0 })
    addEventListener('tender-paid', () => counted.paid++)
  })

/** Gives the checkout another ticket of its order, and waits until the element has rendered it. */
async function signAnew(window: Window): Promise<void> {
  const ticket = await window.evaluate(page, () => document.querySelector('tender-checkout')!.getAttribute('order')!)
  const { iat, exp, ...claims } = decodeJwt<OrderClaims>(ticket)
  const another = await signOrder(claims, secrets.ticketSecret, { expiresIn: 600 + Number(exp) - Number(iat) })
  await window.evaluate(
    page,
    async (order) => {
      const checkout = document.querySelector('tender-checkout')!
      checkout.setAttribute('order', order)
      await (checkout as unknown as { updateComplete: Promise<unknown> }).updateComplete
      await new Promise((resolve) => setTimeout(resolve, 500))
    },
    another,
  )
}

/** How high a header of the page is that stays at the upper edge of the window, in CSS pixels. */
const HEADER = 60

const addHeader = (window: Window): Promise<void> =>
  window.evaluate(
    page,
    (height) => {
      const header = document.body.appendChild(document.createElement('header'))
      header.style.cssText = `position: fixed; inset: 0 0 auto; block-size: ${height}px; background: gold; z-index: 9`
    },
    HEADER,
  )

/** Scrolls until the form, with the button at its end, is above the screen. */
const scrollPastForm = (window: Window): Promise<void> =>
  window.evaluate(page, () => {
    document.body.style.paddingBottom = '3000px'
    scrollBy({ top: document.querySelector('tender-checkout')!.getBoundingClientRect().bottom, behavior: 'instant' })
  })

/** Whether the message above the button is below the header, on the screen with all that is below it in the form. */
async function isMessageInSight(window: Window): Promise<boolean> {
  const message = await window.evaluate(card, () => document.querySelector('#note')?.getBoundingClientRect().top)
  const form = await window.evaluate(page, () => {
    const { shadowRoot } = document.querySelector('tender-checkout')!
    const { top, bottom } = shadowRoot!.querySelector('iframe[src*="/card?"]')!.getBoundingClientRect()
    return { top, bottom, screen: innerHeight }
  })
  return !!message && form.top + message >= HEADER && form.bottom <= form.screen
}

/** Types a card, leaves the page for another one and comes back; says whether the browser had kept it, and what is typed. */
export async function backToKeptPage(
  window: Window,
  { addresses }: Stack,
): Promise<{ wasKept: boolean; typed: string }> {
  await stateIs(window, 'ready')
  await typeCard(window, plain)
  await window.evaluate(page, () => {
    addEventListener('pageshow', ({ persisted }) => void Object.assign(globalThis, { wasKept: persisted }))
  })
  await window.goto(`${addresses.console}/healthz`)
  await window.back()
  await stateIs(window, 'ready')
  const wasKept = await window.evaluate(page, () => (globalThis as { wasKept?: boolean }).wasKept === true)
  const typed = await until(
    () => window.evaluate(card, () => document.querySelector<HTMLInputElement>('[autocomplete="cc-number"]')!.value),
    () => 'There is no field for the number.',
  )
  return { wasKept, typed }
}

export async function payByCard(window: Window): Promise<void> {
  await submit(window, plain)
  await stateIs(window, 'paid')
}

const byWallet = (name: string, testId: string): Journey => ({
  name: `${name}, in the sandbox’s sheet`,
  orderStatus: PAID,
  async walk(window) {
    await stateIs(window, 'ready')
    await click(window, page, `[data-testid="${testId}"]`)
    await click(window, wallet, '[data-testid="wallet-confirm"]')
    await stateIs(window, 'paid')
  },
})

export const journeys: readonly Journey[] = [
  {
    name: 'a card, with the keyboard alone after the first field',
    orderStatus: PAID,
    async walk(window) {
      await stateIs(window, 'ready')
      await typeInto(window, 'cc-number', plain.pan)
      const { Tab, Enter } = keys
      await window.type(card, `${Tab}${typedExpiry(plain.expiry)}${Tab}${plain.cvc}${Tab}JANE DOE`)
      // A driver may type all of this within the time for which the form takes no Enter.
      await pressUntilBegun(window, () => window.type(card, Enter))
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a card, with the pointer',
    orderStatus: PAID,
    async walk(window) {
      await submit(window, plain)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a card, with a double click',
    orderStatus: PAID,
    async walk(window) {
      await stateIs(window, 'ready')
      await typeCard(window, plain)
      await pressUntilBegun(window, () => window.doubleClick(card, '[data-testid="pay"]'))
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a card, after the page moved the element in one piece',
    orderStatus: PAID,
    async walk(window) {
      await stateIs(window, 'ready')
      await window.evaluate(page, () => {
        const place = document.body.appendChild(document.createElement('div')) as Partial<{
          moveBefore: Node['insertBefore']
        }> &
          HTMLElement
        const checkout = document.querySelector('tender-checkout')!
        if (place.moveBefore) place.moveBefore(checkout, null)
        else place.append(checkout)
      })
      await submit(window, plain)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a challenge that goes on when the ticket is signed anew, with one tender-paid',
    orderStatus: PAID,
    async walk(window) {
      await submit(window, challenged)
      await textOf(window, bank, '[data-testid="sms-code"]')
      await window.evaluate(bank, () => void Object.assign(globalThis, { isSame: true }))
      await countPaid(window)
      await signAnew(window)
      await stateIs(window, 'authenticating')
      const isSame = await window.evaluate(bank, () => (globalThis as { isSame?: boolean }).isSame === true)
      if (!isSame) throw new Error('The bank’s page was opened again.')
      await confirm(window)
      await stateIs(window, 'paid')
      await signAnew(window)
      const times = await window.evaluate(page, () => (globalThis as { paid?: number }).paid)
      if (times !== 1) throw new Error(`tender-paid came ${times} times.`)
    },
  },
  {
    name: 'a card, after a message in sight below the page’s header',
    orderStatus: PAID,
    async walk(window) {
      await stateIs(window, 'ready')
      await addHeader(window)
      await typeCard(window, plain)
      await refuseNextPayment(window)
      await pay(window)
      await until(
        () => isPaymentHeld(window),
        () => 'No payment was requested.',
      )
      await scrollPastForm(window)
      await refuse(window)
      await until(
        () => isMessageInSight(window),
        () => 'The message is out of sight.',
      )
      await pay(window)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a frictionless authentication, with the bank’s method page',
    orderStatus: PAID,
    async walk(window) {
      await submit(window, frictionless)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a challenge in the dialog',
    orderStatus: PAID,
    async walk(window) {
      await submit(window, challenged)
      await confirm(window)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'no challenge that the shopper cancels',
    orderStatus: DECLINED,
    async walk(window) {
      await submit(window, challenged)
      await textOf(window, bank, '[data-testid="sms-code"]')
      await click(window, page, '[data-testid="challenge-cancel"]')
      await stateIs(window, 'cancelled')
    },
  },
  {
    name: 'a challenge that goes on after the page was reloaded',
    orderStatus: PAID,
    async walk(window) {
      await submit(window, challenged)
      await textOf(window, bank, '[data-testid="sms-code"]')
      await window.reload()
      await confirm(window)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a challenge as a full page',
    query: { presentation: 'redirect' },
    orderStatus: PAID,
    async walk(window, { addresses }) {
      await submit(window, challenged)
      await isAt(window, addresses.acs)
      await confirm(window, page)
      await isAt(window, addresses.shop)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a challenge as a full page, after the way back from the bank’s page',
    query: { presentation: 'redirect' },
    orderStatus: PAID,
    async walk(window, { addresses }) {
      await submit(window, challenged)
      await isAt(window, addresses.acs)
      await textOf(window, page, '[data-testid="sms-code"]')
      await window.back()
      await stateIs(window, 'authenticating')
      await click(window, page, '[data-testid="challenge-confirm"]')
      await isAt(window, addresses.acs)
      await confirm(window, page)
      await isAt(window, addresses.shop)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'another card after a decline',
    orderStatus: PAID,
    tries: 2,
    async walk(window) {
      await submit(window, declined)
      await stateIs(window, 'declined')
      await click(window, page, '[data-testid="retry"]')
      await submit(window, plain)
      await stateIs(window, 'paid')
    },
  },
  {
    name: 'a stored card, by its code',
    query: { clientId: regularClient },
    orderStatus: PAID,
    async walk(window) {
      await stateIs(window, 'ready')
      await typeInto(window, 'cc-csc', plain.cvc)
      await pay(window)
      await stateIs(window, 'paid')
    },
  },
  byWallet('Apple Pay', 'wallet-apple-pay'),
  byWallet('Google Pay', 'wallet-google-pay'),
]
