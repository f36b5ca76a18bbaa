import type { BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { stateIs, type Fixture } from './fixture.ts'
import { poll } from '../../support/poll.ts'

/** States in which a payment ends or waits, with the gateway's orderStatus and the merchant's webhook of each. */
const rests = {
  paid: { orderStatus: 2, webhook: 'order.paid' },
  held: { orderStatus: 1, webhook: 'order.held' },
  // A card that is only checked is approved, and reversed at once.
  verified: { orderStatus: 3, webhook: 'order.verified' },
  declined: { orderStatus: 6, webhook: 'order.declined' },
  cancelled: { orderStatus: 6, webhook: 'order.cancelled' },
  expired: { orderStatus: 6, webhook: 'order.expired' },
  // Merchants are notified of decided payments only.
  pending: { orderStatus: 7, webhook: undefined },
} as const
export type Rest = keyof typeof rests

type Listening = { tenderEvents?: string[] }

/** Records the checkout's events of each page that the context loads from now on. */
export const noteEvents = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((states) => {
    const events: string[] = []
    Object.assign(globalThis as Listening, { tenderEvents: events })
    for (const state of states) addEventListener(`tender-${state}`, ({ type }) => void events.push(type), true)
  }, Object.keys(rests))

/**
 * Waits until the screen, the event, the gateway's status and the merchant's last webhook agree on the state of an
 * order. `number` is the order number of its last try: `N-2`, `N-3`, …
 */
export async function allAgree(
  fixture: Fixture,
  page: Page,
  orderNumber: string,
  state: Rest,
  number: string = orderNumber,
): Promise<void> {
  await shows(page, state)
  await othersAgree(fixture, orderNumber, state, number)
}

/** The same for the parties without a screen: the gateway, and the receiver of the merchant's webhooks. */
export async function othersAgree(
  fixture: Fixture,
  orderNumber: string,
  state: Rest,
  number: string = orderNumber,
): Promise<void> {
  const { orderStatus, webhook } = rests[state]
  expect(await fixture.orderAt(number)).toMatchObject({ orderStatus })
  const received = poll(() => lastWebhook(fixture, orderNumber))
  await (webhook
    ? received.toMatchObject({ type: webhook, data: { current: { orderNumber: number } } })
    : received.toBeUndefined())
}

/** Checks that the screen shows the state, and that the last event reports it. */
export async function shows(page: Page, state: Rest): Promise<void> {
  await stateIs(page, state)
  const title = page.locator('tender-checkout').locator('.screen h2, .refusal strong')
  expect(await title.innerText()).not.toBe('')
  expect(await page.evaluate(() => (globalThis as Listening).tenderEvents?.at(-1))).toBe(`tender-${state}`)
}

/** The parties in the shop's own list of messages. */
export async function namedInTimeline(page: Page): Promise<string[]> {
  const lines = await page.locator('#timeline b').allTextContents()
  return [...new Set(lines.flatMap((line) => line.split(' → ')))]
}

/** The last webhook about the order itself: the card that it stored has webhooks of its own. */
export async function lastWebhook(fixture: Fixture, orderNumber: string): Promise<unknown> {
  const answer = await fetch(`${fixture.stack.addresses.shop}/webhooks/${orderNumber}`)
  return ((await answer.json()) as { type: string }[]).findLast(({ type }) => type.startsWith('order.'))
}

/** The types of the webhooks about the stored cards of a client. */
export async function cardWebhooks(fixture: Fixture, clientId: string): Promise<string[]> {
  const answer = await fetch(`${fixture.stack.addresses.shop}/webhooks/clients/${clientId}`)
  return ((await answer.json()) as { type: string }[]).map(({ type }) => type)
}
