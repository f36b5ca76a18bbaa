import type { BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { othersAgree, shows } from '../../journeys/support/agreement.ts'
import { arrive, type Beginning, type Shopper } from '../../journeys/support/shopper.ts'
import type { Fixture } from '../../journeys/support/fixture.ts'
import { atMost } from '../../support/at-most.ts'
import { poll } from '../../support/poll.ts'
import { faults, type SimulatedEvent, type Walker } from './events.ts'
import { screens, type End, type Screen } from './screens.ts'

/** How to get to a step of a payment. */
export interface Course {
  readonly beginning: Beginning
  /** The suffix of a further try's order number. */
  readonly suffix?: string
  readonly reach: (walker: Walker) => Promise<void>
  /** Called after the fault: ends what has held the payment at the step. */
  readonly release?: (walker: Walker) => void
}

/** Shoppers at the same time: with more, a slow machine does not load their frames before the checkout gives up. */
const SHOPPERS = 2

const walkerOf = (shopper: Shopper, { suffix = '' }: Course): Walker => ({
  ...shopper,
  address: shopper.page.url(),
  number: shopper.orderNumber + suffix,
})

/** The right screen after each fault. */
export type Row = Readonly<Record<SimulatedEvent, End>>

/** The same screen after every fault. */
export const all = (end: End): Row => Object.fromEntries(Object.keys(faults).map((event) => [event, end])) as Row

/** Goes to a step once for each fault; returns the screen after each, or the error. */
export async function walkRow(
  fixture: Fixture,
  course: () => Promise<Course>,
  row: Partial<Row>,
): Promise<Record<string, string>> {
  const cells = Object.entries(row) as [SimulatedEvent, End][]
  const ended = await atMost(SHOPPERS, cells, async ([event, end]) => [
    event,
    await walk(fixture, await course(), event, end),
  ])
  return Object.fromEntries(ended) as Record<string, string>
}

async function walk(fixture: Fixture, course: Course, event: SimulatedEvent, end: End): Promise<string> {
  const shopper = await arrive(fixture, course.beginning)
  const walker = walkerOf(shopper, course)
  try {
    await course.reach(walker)
    const page = await faults[event](walker)
    course.release?.(walker)
    await endOf(fixture, walker, page, screens[end])
    return end
  } catch (error) {
    return `${String(error).split('\n')[0]} ${await viewOf(shopper.context)}`
  } finally {
    await shopper.context.close()
  }
}

/**
 * Goes to a step once, and applies all its faults one after another; then the payment continues to the step of the next
 * row. Returns the screen after each fault up to the first error, and the error.
 */
export async function walkOn(
  fixture: Fixture,
  course: Course,
  rows: readonly Row[],
): Promise<Record<string, string>[]> {
  const shopper = await arrive(fixture, course.beginning)
  let walker = walkerOf(shopper, course)
  const seen: Record<string, string>[] = []
  try {
    await course.reach(walker)
    for (const row of rows) {
      const cells: Record<string, string> = {}
      seen.push(cells)
      walker = await walkRowOn(fixture, walker, row, cells)
    }
  } catch (error) {
    seen.push({ 'went wrong': `${String(error).split('\n')[0]} ${await viewOf(shopper.context)}` })
  } finally {
    await shopper.context.close()
  }
  return seen
}

/** Records each right screen; the shopper continues on the page of the last fault. */
async function walkRowOn(fixture: Fixture, from: Walker, row: Row, noted: Record<string, string>): Promise<Walker> {
  let walker = from
  const cells = Object.entries(row) as [SimulatedEvent, End][]
  for (const [at, [event, end]] of cells.entries()) {
    const screen: Screen = screens[end]
    const page = await faults[event](walker)
    const isLast = at === cells.length - 1
    await (isLast ? endOf(fixture, walker, page, screen) : (screen.isSettled ?? screen.isShown)(page))
    noted[event] = end
    if (walker.page !== page) await walker.page.close()
    walker = { ...walker, page }
  }
  return walker
}

/** The path and the checkout's state of each page. */
const viewOf = async (context: BrowserContext): Promise<string> =>
  (
    await Promise.all(
      context.pages().map(async (page) => {
        const state = page.locator('tender-checkout').getAttribute('state', { timeout: 1000 })
        return `${new URL(page.url()).pathname} ${await state.catch(() => '-')}`
      }),
    )
  ).join(', ')

/** How many debits of an order the issuer received. */
const debitsOf = ({ stack }: Fixture, orderId: string | undefined): number =>
  stack.journal
    .entries()
    .filter(({ from, what, order }) => from === 'gateway' && what === 'debitCard' && order === orderId).length

async function endOf(fixture: Fixture, walker: Walker, seen: Page, screen: Screen): Promise<void> {
  const { orderNumber, number } = walker
  const { rest, reportsRest } = screen
  await screen.isShown(seen)
  await screen.goOn?.(fixture, seen, walker)
  if (rest) {
    await (reportsRest ? reportsRest(seen) : shows(seen, rest))
    await othersAgree(fixture, orderNumber, rest, number)
  }
  const { orderStatus, attributes } = await fixture.orderAt(number)
  const orderId = attributes?.find(({ name }) => name === 'mdOrder')?.value
  if (rest === 'paid') return expect(debitsOf(fixture, orderId)).toBe(1)
  // An order without a started payment may not be registered yet.
  if (!rest) expect(orderStatus ?? 0).toBe(0)
}

/** What the journal calls an order: its number, and the gateway's identifier once it is registered. */
export async function namesOf(fixture: Fixture, { orderNumber }: Walker): Promise<readonly (string | undefined)[]> {
  const { attributes } = await fixture.orderAt(orderNumber)
  return [orderNumber, attributes?.find(({ name }) => name === 'mdOrder')?.value]
}

/** Waits until the gateway has received the request, by its journal; `known` are the names, where they are known. */
export const sent = (
  fixture: Fixture,
  walker: Walker,
  what: string,
  known?: readonly (string | undefined)[],
): Promise<unknown> =>
  poll(async () => {
    const names = known ?? (await namesOf(fixture, walker))
    return fixture.stack.journal.entries().some((entry) => entry.what === what && names.includes(entry.order))
  }).toBe(true)
