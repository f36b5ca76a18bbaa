import type { Locator, Page } from 'playwright'

/** Counts how often a page writes an address with a token. */
export const countWrites = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { replaceState } = History.prototype
    Object.assign(globalThis, { addressWrites: 0 })
    History.prototype.replaceState = function (state, unused, address) {
      if (String(address).includes('token.')) (globalThis as unknown as { addressWrites: number }).addressWrites += 1
      replaceState.call(this, state, unused, address)
    }
  })

export const writesOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { addressWrites: number }).addressWrites)

/** Draws a slider from its middle to its end, step by step; resolves to how many values it had on the way. */
export async function draw(page: Page, slider: Locator): Promise<number> {
  await slider.scrollIntoViewIfNeeded()
  const values = await slider.evaluateHandle((it: HTMLInputElement) => {
    const seen = new Set<string>()
    it.addEventListener('input', () => seen.add(it.value))
    return seen
  })
  const { x, y, width, height } = (await slider.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width, y + height / 2, { steps: 60 })
  await page.mouse.up()
  return values.evaluate((seen) => seen.size)
}
