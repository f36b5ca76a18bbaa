import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCards, type TestCard } from '#sandbox/cards/test-cards.ts'
import type { ScenarioChange } from '#sandbox/scenario/scenario.ts'
import { challengeShown, confirmInDialog } from './challenge.ts'
import {
  acsFrame,
  cardFrame,
  enterCode,
  newOrder,
  openStage,
  pay,
  stateIs,
  typeCard,
  visit,
  walksAll,
  type Stage,
} from './stage.ts'
import { storeCard } from './stored-card.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

interface Shopper {
  readonly page: Page
  readonly context: BrowserContext
  readonly orderNumber: string
}

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
  readonly query?: (orderNumber: string) => Record<string, string>
  /** What must be there before the shop is entered. */
  readonly before?: (shopper: Shopper, kind: Kind) => Promise<void>
  readonly choose: (shopper: Shopper, kind: Kind) => Promise<void>
  readonly submit: (shopper: Shopper) => Promise<void>
  /** Where this way differs from {@link ends}. */
  readonly ends?: { readonly [At in keyof Ends]?: Partial<Ends[At]> }
}

const clientOf = (orderNumber: string): string => `client of ${orderNumber}`

const sheetOf = (page: Page) => page.frameLocator('tender-checkout dialog.wallet iframe')

const ways: Readonly<Record<string, Way>> = {
  'a new card': {
    operation: 'paymentorder.do',
    choose: ({ page }, kind) => typeCard(page, cards[kind]),
    submit: ({ page }) => pay(page),
  },
  'a saved card': {
    operation: 'paymentOrderBinding.do',
    query: (orderNumber) => ({ clientId: clientOf(orderNumber) }),
    before: ({ orderNumber }, kind) => storeCard(stage, clientOf(orderNumber), cards[kind]),
    async choose({ page }, kind) {
      const frame = cardFrame(page)
      await frame.getByTestId('saved-card').first().click()
      await frame.locator('[autocomplete="cc-csc"]:visible').fill(cards[kind].cvc)
    },
    submit: ({ page }) => pay(page),
  },
  'a wallet': {
    operation: 'payment.do',
    async choose({ page }, kind) {
      await page.getByTestId('wallet-walletB').click()
      const held = kind === 'quiet' ? 'device-visa' : 'file-challenge'
      await sheetOf(page).locator(`input[value="${held}"]`).check()
    },
    submit: ({ page }) => sheetOf(page).getByTestId('wallet-confirm').click(),
    // The sheet stays open, and the form behind it waits.
    ends: { 'form filled': { 'offline, then online': 'submitting' } },
  },
}

/** A moment of a payment. */
interface Step {
  readonly kind: Kind
  readonly troubles?: ScenarioChange
  /** Leads from the filled form to the moment. */
  readonly reach: (shopper: Shopper, way: Way) => Promise<void>
}

const submitted: Step['reach'] = async (shopper, way) => {
  await way.submit(shopper)
  await stateIs(shopper.page, 'submitting')
  await sent(shopper, way.operation)
}

/** The gateway has heard of it, as its journal says. */
const sent = ({ orderNumber }: Shopper, what: string): Promise<unknown> =>
  expect
    .poll(async () => {
      const { attributes } = await stage.orderAt(orderNumber)
      const names = [orderNumber, attributes?.find(({ name }) => name === 'mdOrder')?.value]
      return stage.town.journal.entries().some((entry) => entry.what === what && names.includes(entry.order))
    })
    .toBe(true)

const steps = {
  'form filled': { kind: 'quiet', reach: async () => {} },
  submitted: { kind: 'quiet', troubles: { gatewayDelay: 2_500 }, reach: submitted },
  'method running': {
    kind: 'withMethod',
    troubles: { methodPage: 'silent' },
    reach: async (shopper, way) => {
      await way.submit(shopper)
      await stateIs(shopper.page, 'authenticating')
    },
  },
  'challenge shown': {
    kind: 'asking',
    reach: async (shopper, way) => {
      await way.submit(shopper)
      await challengeShown(shopper.page)
    },
  },
  'code sent': {
    kind: 'asking',
    reach: async (shopper, way) => {
      await steps['challenge shown'].reach(shopper, way)
      stage.town.switches.orders.set(shopper.orderNumber, { statusDelay: 1_500 })
      await enterCode(acsFrame(shopper.page))
      await sent(shopper, 'CRes')
    },
  },
  paid: {
    kind: 'quiet',
    reach: async (shopper, way) => {
      await way.submit(shopper)
      await stateIs(shopper.page, 'paid')
    },
  },
  declined: {
    kind: 'quiet',
    troubles: { declineWith: 116 },
    reach: async (shopper, way) => {
      await way.submit(shopper)
      await stateIs(shopper.page, 'declined')
    },
  },
} as const satisfies Readonly<Record<string, Step>>

const WITHOUT_A_LINE = 1_000

/** What happens to the shopper then; the page that they look at afterwards. */
const events = {
  reload: async ({ page }) => {
    await page.reload()
    return page
  },
  'close and reopen': async ({ page, context }) => {
    const [address, opened] = [page.url(), await context.newPage()]
    await page.close()
    await opened.goto(address)
    return opened
  },
  'away and back': async ({ page }) => {
    await page.goto('about:blank')
    await page.goBack()
    return page
  },
  'second tab': async ({ page, context }) => {
    const second = await context.newPage()
    await second.goto(page.url())
    return second
  },
  'offline, then online': async ({ page, context }) => {
    await context.setOffline(true)
    await page.waitForTimeout(WITHOUT_A_LINE)
    await context.setOffline(false)
    return page
  },
} as const satisfies Readonly<Record<string, (shopper: Shopper) => Promise<Page>>>

type End = 'ready' | 'submitting' | 'authenticating' | 'paid' | 'declined'

type Ends = Readonly<Record<keyof typeof steps, Readonly<Record<keyof typeof events, End>>>>

/** The right screen for each event at each step. */
const ends: Ends = {
  'form filled': all('ready'),
  submitted: all('paid'),
  // Nothing was decided when the page that ran the method went away, and no money could move: the card is typed again.
  'method running': { ...all('ready'), 'offline, then online': 'authenticating' },
  'challenge shown': all('authenticating'),
  'code sent': all('paid'),
  paid: all('paid'),
  declined: all('declined'),
}

function all(end: End): Readonly<Record<keyof typeof events, End>> {
  return Object.fromEntries(Object.keys(events).map((event) => [event, end])) as Record<keyof typeof events, End>
}

const statusOf: Readonly<Record<End, number>> = { ready: 0, submitting: 0, authenticating: 2, paid: 2, declined: 6 }

/** The challenge can be gone on with, and pays; of two tabs only the first shows it, and both learn of its end. */
async function confirm(first: Page, seen: Page): Promise<void> {
  const shown = first.isClosed() ? seen : first
  await confirmInDialog(shown)
  await Promise.all([stateIs(shown, 'paid'), stateIs(seen, 'paid')])
}

/** Walks up to a step, lets something happen, and says what the shopper sees in the end, or what went wrong. */
async function walk(way: Way, step: Step, happening: keyof typeof events, end: End): Promise<string> {
  const { context, page } = await stage.shopper()
  try {
    return await takeSteps({ context, page, orderNumber: newOrder() }, way, step, happening, end)
  } catch (error) {
    return String(error).split('\n')[0]!
  } finally {
    await context.close()
  }
}

async function takeSteps(
  shopper: Shopper,
  way: Way,
  { kind, troubles, reach }: Step,
  happening: keyof typeof events,
  end: End,
): Promise<string> {
  const { page, orderNumber } = shopper
  if (troubles) stage.town.switches.orders.set(orderNumber, troubles)
  await way.before?.(shopper, kind)
  await visit(stage, page, orderNumber, way.query?.(orderNumber))
  await stateIs(page, 'ready')
  await way.choose(shopper, kind)
  await reach(shopper, way)
  const seen = await events[happening](shopper)
  await stateIs(seen, end)
  if (end === 'authenticating') await confirm(page, seen)
  const { orderStatus } = await stage.orderAt(orderNumber)
  // An order that nobody began to pay may not be registered yet.
  return (orderStatus ?? 0) === statusOf[end] ? end : `${end}, but orderStatus ${orderStatus}`
}

const underWay = ['submitted', 'method running', 'challenge shown', 'code sent']

/** A new card where most can go wrong; `npm run walk` walks every way at every step. */
const stepsOf = (way: Way): [string, Step][] =>
  Object.entries<Step>(steps).filter(([at]) => walksAll || (way === ways['a new card'] && underWay.includes(at)))

const walked = Object.entries(ways).filter(([, way]) => stepsOf(way).length > 0)

describe.each(walked)('paying by %s', (_, way) => {
  test.each(stepsOf(way))('%s, then each thing that may happen', async (at, step) => {
    const row = { ...ends[at as keyof Ends], ...way.ends?.[at as keyof Ends] }
    const happenings = Object.entries(row) as [keyof typeof events, End][]
    const ended = await Promise.all(
      happenings.map(async ([happening, end]) => [happening, await walk(way, step, happening, end)] as const),
    )
    expect(Object.fromEntries(ended)).toEqual(row)
  })
})
