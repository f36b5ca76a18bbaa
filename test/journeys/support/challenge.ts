import type { Page } from 'playwright'
import { completeChallenge } from '#testing/challenge.ts'
import { acsFrame } from './fixture.ts'
import { poll } from '../../support/poll.ts'

/** Waits for the bank's question in the dialog; a frame that is being replaced does not show it yet. */
export const challengeShown = (page: Page): Promise<void> =>
  poll(() =>
    acsFrame(page)
      .locator('[autocomplete="one-time-code"]')
      .isVisible()
      .catch(() => false),
  ).toBe(true)

/** Enters the right code in the dialog. */
export const confirmInDialog = (page: Page): Promise<void> => completeChallenge(page, 'right')

export { failAt } from '#testing/challenge.ts'

/** The bank's app for the challenge that a page shows: the returned function answers it without that page. */
export async function appWith(
  page: Page,
  acs: string,
  does: 'confirms' | 'refuses' = 'confirms',
): Promise<() => Promise<unknown>> {
  await challengeShown(page)
  const place = acsFrame(page)
  const challenge = await place.locator('input[name="challenge"]').inputValue()
  const code = await place.getByTestId('sms-code').innerText()
  const answer = does === 'confirms' ? { code } : { cancel: '1' }
  return () => fetch(`${acs}/3ds/answer`, { method: 'POST', body: new URLSearchParams({ challenge, ...answer }) })
}
