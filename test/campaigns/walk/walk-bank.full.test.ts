import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import type { CheckoutState } from '#testing/result.ts'
import { isAt } from '../../journeys/support/shopper.ts'
import {
  cancelAt,
  cardThat,
  codeIsAsked,
  enterCode,
  fillCard,
  openFixture,
  pay,
  stateIs,
  type Fixture,
} from '../../journeys/support/fixture.ts'
import type { Walker } from './events.ts'
import type { End } from './screens.ts'
import { all, sent, walkRow, type Course, type Row } from './walking.ts'

/** A payment whose whole page goes to the bank. */
interface Path {
  readonly card: ReturnType<typeof cardThat>
  readonly query?: Readonly<Record<string, string>>
  /** The message with the bank's answer. */
  readonly answer: 'CRes' | 'PaRes'
  /** The screen of a shopper who opens the shop again. */
  readonly again: End
}

const paths: Readonly<Record<string, Path>> = {
  '3-D Secure 2': {
    card: cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' }),
    query: { presentation: 'redirect' },
    answer: 'CRes',
    again: 'one click from the bank',
  },
  '3-D Secure 1': {
    card: cardThat({ threeDs: 'redirect', outcome: 'paid' }),
    answer: 'PaRes',
    again: 'authenticating',
  },
}

/** A step of a payment on the bank's page. */
interface Step {
  readonly faults?: ScenarioChange
  /** Leads from the bank's question to the step. */
  readonly reach: (fixture: Fixture, walker: Walker, screen: Path) => Promise<unknown>
  /** The right screen after each fault. */
  readonly row: (screen: Path) => Row
}

const backAs =
  (state: CheckoutState, answer: (page: Walker['page']) => Promise<void>): Step['reach'] =>
  async (fixture, { page }) => {
    await answer(page)
    await isAt(fixture, page, 'shop')
    await stateIs(page, state)
  }

const steps = {
  'at the bank': {
    reach: async () => {},
    row: ({ again }) => ({ ...all(again), reload: 'the bank’s page', 'offline, then online': 'the bank’s page' }),
  },
  'code sent': {
    async reach(fixture, walker, { answer }) {
      fixture.stack.switches.orders.set(walker.orderNumber, { statusDelay: 1_500 })
      await enterCode(walker.page)
      await sent(fixture, walker, answer)
    },
    row: () => all('paid'),
  },
  paid: { reach: backAs('paid', enterCode), row: () => all('paid') },
  held: {
    reach: backAs('held', enterCode),
    row: () => all('held'),
  },
  declined: { faults: { declineWith: 116 }, reach: backAs('declined', enterCode), row: () => all('declined') },
  cancelled: { reach: backAs('cancelled', cancelAt), row: () => all('cancelled') },
} as const satisfies Readonly<Record<string, Step>>
type At = keyof typeof steps

const courseTo = (fixture: Fixture, screen: Path, at: At): Course => {
  const { faults, reach }: Step = steps[at]
  const capture = at === 'held' ? { capture: 'two-phase' } : {}
  return {
    beginning: { query: { ...screen.query, ...capture }, ...(faults && { faults }) },
    async reach(walker) {
      const { page } = walker
      await stateIs(page, 'ready')
      await fillCard(page, screen.card)
      await pay(page)
      await isAt(fixture, page, 'acs')
      await codeIsAsked(page)
      await reach(fixture, walker, screen)
    },
  }
}

/** How the page gets to the bank. */
const bankPaths = [
  ['acsRedirect.do', {}],
  ['a POST of the proxy', { env: { TENDER_ACS_REDIRECT: 'post' } }],
] as const

describe.each(bankPaths)('the whole page at the bank, by %s', (_, stack) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture(stack)
  })
  afterAll(() => fixture.close())

  describe.each(Object.entries(paths))('%s', (__, screen) => {
    test.each(Object.keys(steps) as At[])('%s, then each thing that may happen', async (at) => {
      const row = steps[at].row(screen)
      expect(await walkRow(fixture, async () => courseTo(fixture, screen, at), row)).toEqual(row)
    })
  })
})
