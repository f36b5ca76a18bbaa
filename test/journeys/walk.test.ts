import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import type { ScenarioChange } from '#sandbox/scenario/scenario.ts'
import { challengeShown } from './challenge.ts'
import { dictate, type Beginning } from './shopper.ts'
import {
  acsFrame,
  cardFrame,
  enterCode,
  fillCard,
  newClient,
  openStage,
  pay,
  stateIs,
  walksAll,
  type Stage,
} from './stage.ts'
import { storeCard } from './stored-card.ts'
import { all, sent, walkRow, type Course, type Row, type Walker } from './walking.ts'
import type { Page } from 'playwright'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** What the issuer does with a card: asks nothing, asks for a code, or runs a method page before. */
type Kind = 'quiet' | 'asking' | 'withMethod'

const byPan = (pan: string): TestCard => testCards.find((card) => card.pan === pan)!
const cards: Readonly<Record<Kind, TestCard>> = {
  quiet: byPan('4444555511113333'),
  asking: byPan('4000000000000002'),
  withMethod: byPan('5555555555555599'),
}

/** A way to pay: what it takes before the last press, and that press. */
interface Way {
  /** The gateway's operation. */
  readonly operation: string
  /** Where it begins, and what must be there before. */
  readonly begin?: (kind: Kind) => Beginning | Promise<Beginning>
  readonly choose: (page: Page, kind: Kind) => Promise<void>
  readonly submit: (page: Page) => Promise<void>
  /** Nobody is asked for a code, whatever the card. */
  readonly isUnasked?: true
  /** Where this way differs from {@link ends}. */
  readonly ends?: { readonly [At in keyof typeof ends]?: Partial<Row> }
}

const sheetOf = (page: Page) => page.frameLocator('tender-checkout dialog.wallet iframe')

const ways: Readonly<Record<string, Way>> = {
  'a new card': {
    operation: 'paymentorder.do',
    choose: (page, kind) => fillCard(page, cards[kind]),
    submit: pay,
  },
  'a saved card': {
    operation: 'paymentOrderBinding.do',
    async begin(kind) {
      const clientId = newClient()
      await storeCard(stage, clientId, cards[kind])
      return { query: { clientId } }
    },
    async choose(page, kind) {
      const frame = cardFrame(page)
      await frame.getByTestId('saved-card').first().click()
      await frame.locator('[autocomplete="cc-csc"]:visible').fill(cards[kind].cvc)
    },
    submit: pay,
  },
  'a wallet': {
    operation: 'payment.do',
    async choose(page, kind) {
      await page.getByTestId('wallet-walletB').click()
      const held = kind === 'quiet' ? 'device-visa' : 'file-challenge'
      await sheetOf(page).locator(`input[value="${held}"]`).check()
    },
    submit: (page) => sheetOf(page).getByTestId('wallet-confirm').click(),
    // The sheet stays open, and the form behind it waits.
    ends: { 'form filled': { 'offline, then online': 'submitting' } },
  },
  telephone: {
    operation: 'motoPayment.do',
    begin: () => ({ path: '/operator', isOperator: true }),
    choose: (page, kind) => dictate(page, cards[kind]),
    submit: pay,
    isUnasked: true,
  },
}

/** A moment of a payment. */
interface Step {
  readonly kind: Kind
  readonly troubles?: ScenarioChange
  /** Leads from the filled form to the moment. */
  readonly reach: (walker: Walker, way: Way) => Promise<void>
}

const submitted: Step['reach'] = async (walker, way) => {
  await way.submit(walker.page)
  await stateIs(walker.page, 'submitting')
  await sent(stage, walker, way.operation)
}

const steps = {
  'form filled': { kind: 'quiet', reach: async () => {} },
  submitted: { kind: 'quiet', troubles: { gatewayDelay: 2_500 }, reach: submitted },
  'method running': {
    kind: 'withMethod',
    troubles: { methodPage: 'silent' },
    reach: async ({ page }, way) => {
      await way.submit(page)
      await stateIs(page, 'authenticating')
    },
  },
  'challenge shown': {
    kind: 'asking',
    reach: async ({ page }, way) => {
      await way.submit(page)
      await challengeShown(page)
    },
  },
  'code sent': {
    kind: 'asking',
    reach: async (walker, way) => {
      await steps['challenge shown'].reach(walker, way)
      stage.town.switches.orders.set(walker.orderNumber, { statusDelay: 1_500 })
      await enterCode(acsFrame(walker.page))
      await sent(stage, walker, 'CRes')
    },
  },
  paid: {
    kind: 'quiet',
    reach: async ({ page }, way) => {
      await way.submit(page)
      await stateIs(page, 'paid')
    },
  },
  declined: {
    kind: 'quiet',
    troubles: { declineWith: 116 },
    reach: async ({ page }, way) => {
      await way.submit(page)
      await stateIs(page, 'declined')
    },
  },
} as const satisfies Readonly<Record<string, Step>>

/** The right screen for each thing that may happen at each step. */
const ends: Readonly<Record<keyof typeof steps, Row>> = {
  'form filled': all('ready'),
  submitted: all('paid'),
  // Nothing was decided when the page that ran the method went away, and no money could move: the card is typed again.
  'method running': { ...all('ready'), 'offline, then online': 'authenticating' },
  'challenge shown': all('authenticating'),
  'code sent': all('paid'),
  paid: all('paid'),
  declined: all('declined'),
}

async function courseTo(way: Way, { kind, troubles, reach }: Step): Promise<Course> {
  return {
    beginning: { ...(await way.begin?.(kind)), ...(troubles && { troubles }) },
    async reach(walker) {
      await stateIs(walker.page, 'ready')
      await way.choose(walker.page, kind)
      await reach(walker, way)
    },
  }
}

const underWay = ['submitted', 'method running', 'challenge shown', 'code sent']

/** A new card where most can go wrong; `npm run walk` walks every way at every step that it has. */
const stepsOf = (way: Way): [string, Step][] =>
  Object.entries<Step>(steps).filter(([at, { kind }]) =>
    walksAll ? !way.isUnasked || kind === 'quiet' : way === ways['a new card'] && underWay.includes(at),
  )

const walked = Object.entries(ways).filter(([, way]) => stepsOf(way).length > 0)

describe.each(walked)('paying by %s', (_, way) => {
  test.each(stepsOf(way))('%s, then each thing that may happen', async (at, step) => {
    const row = { ...ends[at as keyof typeof ends], ...way.ends?.[at as keyof typeof ends] }
    expect(await walkRow(stage, () => courseTo(way, step), row)).toEqual(row)
  })
})
