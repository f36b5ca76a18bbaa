import type { FrameLocator, Page } from 'playwright'
import { acsFrame, enterCode } from './fixture.ts'
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
export async function confirmInDialog(page: Page): Promise<void> {
  await challengeShown(page)
  await enterCode(acsFrame(page))
}

/** Enters three wrong codes, after which the bank declines. */
export async function failAt(place: Page | FrameLocator): Promise<void> {
  for (const left of [2, 1, 0]) {
    const shown = await place.getByTestId('sms-code').innerText()
    await enterCode(place, shown === '000000' ? '111111' : '000000')
    if (left) await place.getByText(`Tries left:\u00a0${left}`).waitFor()
  }
}

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
