/** Pixels by which the search for the end of a cover goes on at least, since it may be larger than its box. */
const STEP = 4

/**
 * Scrolls no further than needed to show all of a part, and clear of what the page has in front of it at the edges of the
 * window, such as a header that sticks there: without an animation, since what covers the part is known afterwards.
 */
export function bringIntoSight(part: HTMLElement): void {
  const scroll = (): void => part.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  scroll()
  const { style } = part
  const { top, bottom } = part.getBoundingClientRect()
  // The style sheet's margin is 16 pixels, and what else there is to see above the part, or not to see of it.
  const start = Math.max(0, top + 16 - Number.parseFloat(getComputedStyle(part).scrollMarginTop))
  const end = Math.min(innerHeight, bottom)
  const [above, below] = [endOfCovers(part, start, 1), endOfCovers(part, end, -1)]
  if (above > start) style.setProperty('--covered-above', `${above}px`)
  if (below < end) style.setProperty('--covered-below', `${innerHeight - below}px`)
  if (style.cssText.includes('--covered')) scroll()
  for (const name of ['--covered-above', '--covered-below']) style.removeProperty(name)
}

/** Where what covers a part ends, from a height on down or up; the same height, if nothing does or a whole half. */
function endOfCovers(part: Element, from: number, step: 1 | -1): number {
  const { left, width } = part.getBoundingClientRect()
  let y = from
  while (step * (innerHeight / 2 - y) > 0) {
    const cover = coverAt(part, left + width / 2, y + step)
    if (!cover) return y
    const { top, bottom } = cover.getBoundingClientRect()
    y = step > 0 ? Math.max(y + STEP, bottom) : Math.min(y - STEP, top)
  }
  return from
}

/** What of the page is in front of a part at a point: neither around the checkout nor in it. */
function coverAt(part: Element, x: number, y: number): Element | undefined {
  const { host } = part.getRootNode() as ShadowRoot
  const home = host.getRootNode() as Document | ShadowRoot
  const found = home.elementFromPoint(x, y) ?? document.elementFromPoint(x, y)
  if (!found || host.contains(found)) return undefined
  for (let around: Node | null = host; around; around = around.parentNode ?? (around as ShadowRoot).host ?? null)
    if (around === found) return undefined
  return found
}
