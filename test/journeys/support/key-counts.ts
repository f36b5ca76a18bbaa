import type { Page } from 'playwright'
import { poll } from '../../support/poll.ts'
import { cardFrame } from './fixture.ts'

/** Milliseconds for which the frame must have had the focus before a key counts, see `press-guard.ts`. */
const FOCUS = 300

/** Waits until a press of the key would count, by the clock of the frame. */
export async function keyCounts(page: Page): Promise<void> {
  const form = cardFrame(page).locator('form')
  const now = () => form.evaluate(() => performance.now())
  const from = (await now()) + FOCUS
  await poll(async () => (await now()) > from).toBe(true)
  await poll(() => cardFrame(page).getByTestId('pay').getAttribute('aria-disabled')).toBe('false')
}
