import { describe, expect, test } from 'vitest'
import type { ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
import { fillThere, outWithoutScript, sendThere } from '../../journeys/support/gateway-page.ts'
import { isAt } from '../../journeys/support/shopper.ts'
import {
  cardThat,
  codeIsAsked,
  enterCode,
  openForFile,
  plainCard,
  stateIs,
  type Typed,
} from '../../journeys/support/fixture.ts'
import type { Walker } from './events.ts'
import { all, sent, walkRow, type Course, type Row } from './walking.ts'

const fixture = await openForFile()

/** A step of a payment on the gateway's own page. */
interface Step {
  readonly card?: Typed
  readonly faults?: ScenarioChange
  /** Leads from the gateway's filled form to the step. */
  readonly reach: (walker: Walker) => Promise<unknown>
  /** The right screen after each fault. */
  readonly row: Row
}

const FRAME = '**/card?*'

/** Goes to the gateway's page from a checkout whose frame was blocked, and fills the form there. */
async function hostedPage({ page, context }: Walker, card: Typed): Promise<void> {
  await page.getByTestId('bank-page').click()
  await fillThere(fixture, page, card)
  await context.unroute(FRAME)
}

const challenged = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })
const slow = cardThat({ what: 'A slow bank: four seconds' })

const atBank = async ({ page }: Walker): Promise<void> => {
  await sendThere(page)
  await isAt(fixture, page, 'acs')
  await codeIsAsked(page)
}

const backWith =
  (state: 'paid' | 'declined') =>
  async ({ page }: Walker): Promise<void> => {
    await sendThere(page)
    await isAt(fixture, page, 'shop')
    await stateIs(page, state)
  }

const steps = {
  'form filled': { reach: async () => {}, row: all('the gateway’s form') },
  submitted: {
    card: slow,
    reach: async (walker) => {
      await sendThere(walker.page)
      await sent(fixture, walker, 'debitCard')
    },
    row: { ...all('the form again, or paid by then'), 'offline, then online': 'paid' },
  },
  'challenge shown': {
    card: challenged,
    reach: atBank,
    // A shopper who opens the shop again gets the challenge there.
    row: { ...all('authenticating'), reload: 'the bank’s page', 'offline, then online': 'the bank’s page' },
  },
  'code sent': {
    card: challenged,
    reach: async (walker) => {
      await atBank(walker)
      fixture.stack.switches.orders.set(walker.orderNumber, { statusDelay: 1_500 })
      await enterCode(walker.page)
      await sent(fixture, walker, 'CRes')
    },
    row: all('paid'),
  },
  paid: { reach: backWith('paid'), row: all('paid') },
  declined: { faults: { declineWith: 116 }, reach: backWith('declined'), row: all('declined') },
} as const satisfies Readonly<Record<string, Step>>

const courseTo = ({ card = plainCard, faults, reach }: Step): Course => ({
  beginning: { blocked: FRAME, ...(faults && { faults }) },
  async reach(walker: Walker) {
    await hostedPage(walker, card)
    await reach(walker)
  },
})

describe('paying on the gateway’s own page', () => {
  test('offered, then each thing that may happen', async () => {
    const row = all('the way out')
    const course = { beginning: { blocked: FRAME }, reach: ({ page }: Walker) => stateIs(page, 'failed') }
    expect(await walkRow(fixture, async () => course, row)).toEqual(row)
  })

  test('form filled without JavaScript, then each thing that may happen', async () => {
    const row = all('the gateway’s form, without a script')
    const course = {
      beginning: { device: { javaScriptEnabled: false } },
      async reach({ page }: Walker) {
        await outWithoutScript(page)
        await fillThere(fixture, page, plainCard)
      },
    }
    expect(await walkRow(fixture, async () => course, row)).toEqual(row)
  })

  test.each(Object.entries<Step>(steps))('%s, then each thing that may happen', async (_, step) => {
    expect(await walkRow(fixture, async () => courseTo(step), step.row)).toEqual(step.row)
  })
})
