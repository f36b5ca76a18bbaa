import { describe, expect, test } from 'vitest'
import { walletTestIds } from '../../support/wallet-test-ids.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import type { ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import type { Rest } from '../../journeys/support/agreement.ts'
import { challengeShown } from '../../journeys/support/challenge.ts'
import { dictate, payAgain, tryAgain, type Beginning } from '../../journeys/support/shopper.ts'
import {
  acsFrame,
  cardFrame,
  enterCode,
  fillCard,
  newClient,
  openForFile,
  pay,
  stateIs,
} from '../../journeys/support/fixture.ts'
import { storeCard } from '../../journeys/support/stored-card.ts'
import type { Walker } from './events.ts'
import { all, namesOf, sent, walkOn, walkRow, type Course, type Row } from './walking.ts'
import type { Page } from 'playwright'
import { isFull, share } from '../../support/extent.ts'

const fixture = await openForFile()

/** The issuer's behaviour for a card: no challenge, a challenge, or a method page and a challenge. */
type Kind = 'quiet' | 'asking' | 'withMethod'

const byPan = (pan: string): TestCard => testCards.find((card) => card.pan === pan)!
const cards: Readonly<Record<Kind, TestCard>> = {
  quiet: byPan('4444555511113333'),
  asking: byPan('4000000000000002'),
  withMethod: byPan('5555555555555599'),
}

/** A payment method: the steps before the last press, and that press. */
interface Path {
  /** The gateway's operation. */
  readonly operation: string
  /** The page that it starts on, with the data that must exist before. */
  readonly begin?: (kind: Kind) => Beginning | Promise<Beginning>
  readonly choose: (page: Page, kind: Kind) => Promise<void>
  readonly submit: (page: Page) => Promise<void>
  /** The bank never asks for a code, whatever the card. */
  readonly isUnasked?: true
  /** A card can be checked in this way without a payment. */
  readonly mayVerify?: true
  /** On another try, the form contains all but the code. */
  readonly keepsCard?: true
  /** Where the right screen differs from {@link endings}. */
  readonly endings?: { readonly [At in keyof typeof endings]?: Partial<Row> }
}

const sheetOf = (page: Page) => page.frameLocator('tender-checkout dialog.wallet iframe')

const byWallet = (wallet: 'applePay' | 'googlePay', held: (kind: Kind) => string): Path => ({
  operation: 'payment.do',
  async choose(page, kind) {
    await page.getByTestId(walletTestIds[wallet]).click()
    await sheetOf(page)
      .locator(`input[value="${held(kind)}"]`)
      .check()
  },
  submit: (page) => sheetOf(page).getByTestId('wallet-confirm').click(),
  // The sheet stays open, and the form behind it waits.
  endings: { 'form filled': { 'offline, then online': 'submitting' } },
})

const paths = {
  'a new card': {
    operation: 'paymentorder.do',
    choose: (page, kind) => fillCard(page, cards[kind]),
    submit: pay,
    mayVerify: true,
    keepsCard: true,
  },
  'a saved card': {
    operation: 'paymentOrderBinding.do',
    async begin(kind) {
      const clientId = newClient()
      await storeCard(fixture, clientId, cards[kind])
      return { query: { clientId } }
    },
    async choose(page, kind) {
      const frame = cardFrame(page)
      await frame.getByTestId('saved-card').first().click()
      await frame.locator('[autocomplete="cc-csc"]:visible').fill(cards[kind].cvc)
    },
    submit: pay,
    keepsCard: true,
  },
  'Apple Pay': { ...byWallet('applePay', () => 'device-visa'), isUnasked: true },
  'Google Pay': byWallet('googlePay', (kind) => (kind === 'quiet' ? 'device-visa' : 'file-challenge')),
  telephone: {
    operation: 'motoPayment.do',
    begin: () => ({ path: '/operator', isOperator: true }),
    choose: (page, kind) => dictate(page, cards[kind]),
    submit: pay,
    isUnasked: true,
  },
} as const satisfies Readonly<Record<string, Path>>

/** A step of a payment. */
interface Step {
  readonly kind: Kind
  /** The order's parameters in the shop's address. */
  readonly query?: () => Readonly<Record<string, string>>
  readonly faults?: ScenarioChange
  /** The step belongs to the second try, after a decline. */
  readonly isFurther?: true
  /** Leads from the filled form to the step. */
  readonly reach: (walker: Walker, screen: Path) => Promise<void>
  /** Ends what has held the payment at the step. */
  readonly release?: (walker: Walker) => void
}

const submitted: Step['reach'] = async (walker, screen) => {
  await screen.submit(walker.page)
  await stateIs(walker.page, 'submitting')
  await sent(fixture, walker, screen.operation)
}

/** Pays by a card without a challenge, until the payment is in its last state. */
const resting =
  (state: Rest): Step['reach'] =>
  async ({ page }, screen) => {
    await screen.submit(page)
    await stateIs(page, state)
  }

/** The first try is declined; the issuer then stops declining. */
async function declinedOnce({ page, orderNumber }: Walker): Promise<void> {
  await stateIs(page, 'declined')
  fixture.stack.switches.orders.clear(orderNumber)
}

const steps = {
  'form filled': { kind: 'quiet', reach: async () => {} },
  submitted: { kind: 'quiet', faults: { gatewayDelay: 2_500 }, reach: submitted },
  'method running': {
    kind: 'withMethod',
    faults: { methodPage: 'silent' },
    reach: async ({ page }, screen) => {
      await screen.submit(page)
      await stateIs(page, 'authenticating')
    },
  },
  'challenge shown': {
    kind: 'asking',
    reach: async ({ page }, screen) => {
      await screen.submit(page)
      await challengeShown(page)
    },
  },
  'code sent': {
    kind: 'asking',
    reach: async (walker, screen) => {
      await steps['challenge shown'].reach(walker, screen)
      const names = await namesOf(fixture, walker)
      fixture.stack.switches.orders.set(walker.orderNumber, { statusDelay: 1_500 })
      await enterCode(acsFrame(walker.page))
      // The payment goes on from here; a page that sees its end before the CRes closes the dialog, which then sends none.
      await sent(fixture, walker, 'RReq', names)
    },
    release: ({ orderNumber }) => fixture.stack.switches.orders.clear(orderNumber),
  },
  paid: { kind: 'quiet', reach: resting('paid') },
  held: { kind: 'quiet', query: () => ({ capture: 'two-phase' }), reach: resting('held') },
  verified: { kind: 'quiet', query: () => ({ verify: 'yes', clientId: newClient() }), reach: resting('verified') },
  declined: { kind: 'quiet', faults: { declineWith: 116 }, reach: resting('declined') },
  'form again': {
    kind: 'quiet',
    faults: { declineWith: 116 },
    isFurther: true,
    reach: async (walker, screen) => {
      await screen.submit(walker.page)
      await declinedOnce(walker)
      await tryAgain(walker.page)
    },
  },
  'second challenge shown': {
    kind: 'asking',
    faults: { declineWith: 116 },
    isFurther: true,
    reach: async (walker, screen) => {
      await steps['challenge shown'].reach(walker, screen)
      await enterCode(acsFrame(walker.page))
      await declinedOnce(walker)
      await payAgain(walker.page, cards.asking.cvc)
      await challengeShown(walker.page)
    },
  },
  cancelled: {
    kind: 'asking',
    reach: async (walker, screen) => {
      await steps['challenge shown'].reach(walker, screen)
      await walker.page.getByTestId('challenge-cancel').click()
      await stateIs(walker.page, 'cancelled')
    },
  },
} as const satisfies Readonly<Record<string, Step>>

/** The right screen after each fault at each step. */
const endings: Readonly<Record<keyof typeof steps, Row>> = {
  'form filled': all('ready'),
  submitted: all('paid'),
  // The page was left while the method ran; nothing was decided and no money could move, so the card is entered again.
  'method running': { ...all('ready'), 'offline, then online': 'authenticating' },
  'challenge shown': all('authenticating'),
  'code sent': all('paid'),
  paid: all('paid'),
  held: all('held'),
  verified: all('verified'),
  declined: all('declined'),
  // What was typed is not kept; the form stands below the reason of the decline.
  'form again': all('declined, to be tried again'),
  'second challenge shown': all('authenticating'),
  cancelled: all('cancelled'),
}

type At = keyof typeof steps

async function courseTo(screen: Path, { kind, query, faults, isFurther, reach, release }: Step): Promise<Course> {
  const beginning = await screen.begin?.(kind)
  return {
    beginning: { ...beginning, query: { ...beginning?.query, ...query?.() }, ...(faults && { faults }) },
    ...(isFurther && { suffix: '-2' }),
    ...(release && { release }),
    async reach(walker) {
      await stateIs(walker.page, 'ready')
      await screen.choose(walker.page, kind)
      await reach(walker, screen)
    },
  }
}

const rowOf = (screen: Path, at: At): Row => ({ ...endings[at], ...screen.endings?.[at] })

const has = (screen: Path, at: At): boolean => {
  const { kind, isFurther }: Step = steps[at]
  return (
    (!screen.isUnasked || kind === 'quiet') &&
    (at !== 'verified' || !!screen.mayVerify) &&
    (!isFurther || !!screen.keepsCard)
  )
}

/** The steps that a payment method has. */
const stepsOf = (screen: Path): At[] => (Object.keys(steps) as At[]).filter((at) => has(screen, at))

type Plan = readonly (readonly [screen: keyof typeof paths, steps: readonly At[]])[]

/** The step that is over soonest and depends on most before it. */
const riskiest: Plan = [['a new card', ['code sent']]]
const everything: Plan = (Object.keys(paths) as (keyof typeof paths)[]).map((name) => [name, stepsOf(paths[name])])

describe.each(isFull ? everything : riskiest)('paying by %s', (name, its) => {
  const screen: Path = paths[name]
  test.each(its)('%s, then each thing that may happen', async (at) => {
    const row = Object.fromEntries(share(Object.entries(rowOf(screen, at)), 4))
    expect(await walkRow(fixture, () => courseTo(screen, steps[at]), row)).toEqual(row)
  })
})

/** A further row in `npm test`: the step at which a payment waits, whatever the fault; it leads on to the end. */
const onward: Plan = [['a new card', ['challenge shown']]]

if (!isFull)
  test.each(onward)('paying by %s: %j, and all that may happen one after another', async (name, its) => {
    const rows = its.map((at) => rowOf(paths[name], at))
    expect(await walkOn(fixture, await courseTo(paths[name], steps[its[0]!]), rows)).toEqual(rows)
  })
