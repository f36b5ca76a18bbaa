import type { Locator } from 'playwright'

/** Presses the pay button, by a pointer or in another way; returns whether the frame accepted the press. */
export async function press(button: Locator, how = (it: Locator): Promise<void> => it.click()): Promise<boolean> {
  const result = await button.evaluateHandle(() => ({
    counts: new Promise<boolean>((resolve) => {
      const isHeld = ({ target }: Event) => (target as Element).closest('[aria-busy=true]') !== null
      addEventListener('click', (click) => resolve(!click.defaultPrevented || isHeld(click)), { once: true })
    }),
  }))
  await how(button)
  // A key may be lost on its way into the frame; when the page navigates to the bank, the press counted.
  return result
    .evaluate(({ counts }) => Promise.race([counts, new Promise<false>((no) => setTimeout(no, 5000, false))]))
    .catch(() => true)
}

/** Presses as a shopper does: again when nothing happened. */
export async function pressUntilItCounts(button: Locator): Promise<void> {
  while (!(await press(button))) await button.page().waitForTimeout(600)
}
