import type { BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { stateIs, type Stage } from './stage.ts'

/** States that a payment comes to rest in, with the gateway's orderStatus for each. */
const statusOf = { paid: 2, held: 1, verified: 3, declined: 6, cancelled: 6 } as const
/** A card that is only checked is approved, and reversed at once. */
const webhookOf = { verified: 'reversed' } as Partial<Record<Rest, string>>
type Rest = keyof typeof statusOf

type Listening = { tenderEvents?: string[] }

/** Notes the checkout's events of each page that the context loads from now on. */
export const noteEvents = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((states) => {
    const events: string[] = []
    Object.assign(globalThis as Listening, { tenderEvents: events })
    for (const state of states) addEventListener(`tender-${state}`, ({ type }) => void events.push(type), true)
  }, Object.keys(statusOf))

/**
 * Waits until the screen, the event, the gateway's status and the merchant's last webhook say the same of an order.
 * `number` is the try that it came to: `N-2`, `N-3`, …
 */
export async function allAgree(
  stage: Stage,
  page: Page,
  orderNumber: string,
  state: Rest,
  number: string = orderNumber,
): Promise<void> {
  await stateIs(page, state)
  const heading = page.locator('tender-checkout [role="status"] h2, tender-checkout [role="alert"] h2')
  expect(await heading.innerText()).not.toBe('')
  expect(await page.evaluate(() => (globalThis as Listening).tenderEvents?.at(-1))).toBe(`tender-${state}`)
  expect(await stage.orderAt(number)).toMatchObject({ orderStatus: statusOf[state] })
  await expect
    .poll(() => lastWebhook(stage, orderNumber))
    .toMatchObject({ type: `order.${webhookOf[state] ?? state}`, data: { current: { orderNumber: number } } })
}

export async function lastWebhook(stage: Stage, orderNumber: string): Promise<unknown> {
  const answer = await fetch(`${stage.town.addresses.shop}/webhooks/${orderNumber}`)
  return ((await answer.json()) as unknown[]).at(-1)
}
