import type { Page } from 'playwright'
import { expect } from 'vitest'

/** The parts of a document, or of a shadow root, that are wider than their place, or whose text is cut off. */
function tooWide(root: Element | ShadowRoot): string[] {
  const elements = [...root.querySelectorAll<HTMLElement>('*')].filter((it) => it instanceof HTMLElement)
  const isText = (it: HTMLElement): boolean =>
    [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  /** Ends in dots on purpose: all of it is in its title. */
  const isShortened = (it: HTMLElement): boolean =>
    it.title === it.textContent && getComputedStyle(it).textOverflow === 'ellipsis'
  const isUnseen = (it: Element): boolean => it.closest('.unseen, [hidden], [inert], style, script') !== null
  const limit = document.documentElement.clientWidth
  return elements
    .filter((it) => !isUnseen(it) && it.getClientRects().length > 0 && !isShortened(it))
    .filter((it) => {
      const { left, right } = it.getBoundingClientRect()
      const style = getComputedStyle(it)
      const overflows = style.display !== 'inline' && it.scrollWidth > it.clientWidth
      const isCut = isText(it) && style.overflow !== 'visible' && it.scrollHeight > it.clientHeight + 1
      return overflows || isCut || left < 0 || right > limit + 0.5
    })
    .map(
      (it) =>
        `${it.localName}#${it.id}.${it.className} ${it.scrollWidth} > ${it.clientWidth}: ${it.textContent.slice(0, 80)}`,
    )
}

/** Nothing of the checkout needs a horizontal scroll or is cut off. */
export async function fits(page: Page): Promise<void> {
  const root = `(document.querySelector('tender-checkout')?.shadowRoot ?? document.body)`
  const element = await page.evaluate(`(${tooWide.toString()})(${root})`)
  expect(element).toEqual([])
  const frame = page.frames().find((one) => one.url().includes('/card?'))
  if (frame) expect(await frame.evaluate(`(${tooWide.toString()})(document.body)`)).toEqual([])
  const widths = `[document.documentElement.scrollWidth, document.documentElement.clientWidth]`
  for (const document of frame ? [page, frame] : [page]) {
    const [scrolled, visible] = (await document.evaluate(widths)) as [number, number]
    expect(scrolled).toBeLessThanOrEqual(visible)
  }
}
