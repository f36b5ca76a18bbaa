import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright'
import type { AxeResults } from 'axe-core'
import { poll } from '../../support/poll.ts'
import { cardFrame } from '../support/fixture.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Frames that have a document; what is asked of one whose document never comes waits for it. */
const loadedFrames = (page: Page): readonly Frame[] => page.frames().filter((frame) => /^https?:/.test(frame.url()))

/** The page and the frames in it that are seen. */
async function seenFrames(page: Page): Promise<readonly Frame[]> {
  const seen: Frame[] = []
  for (const frame of loadedFrames(page)) {
    const owner = frame === page.mainFrame() ? undefined : await frame.frameElement().catch(() => undefined)
    const isSeen = frame === page.mainFrame() || (await owner?.isVisible())
    const parent = frame.parentFrame()
    if (isSeen && (!parent || seen.includes(parent))) seen.push(frame)
  }
  return seen
}

/** What axe finds in the page and in each frame, a line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const frame of await seenFrames(page)) {
    if (!(await frame.evaluate('typeof axe === "object"'))) await frame.evaluate(axe)
    const { violations } = await frame.evaluate<AxeResults>(
      `axe.run(document, ${JSON.stringify({ iframes: false, resultTypes: ['violations'] })})`,
    )
    const { pathname } = new URL(frame.url())
    for (const { id, nodes } of violations)
      found.push(
        `${pathname} ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join()} ${failureSummary}`).join('; ')}`,
      )
  }
  return found
}

/** Shows a page's checkout in another theme and language, and waits until each part does. */
export async function restyle(page: Page, theme: string, locale: string, direction: 'ltr' | 'rtl'): Promise<void> {
  const checkout = page.locator('tender-checkout')
  await checkout.evaluate(
    (element, [name, tag, dir]) => {
      Object.assign(document.documentElement, { lang: tag, dir })
      element.setAttribute('theme', name!)
      element.setAttribute('locale', tag!)
    },
    [theme, locale, direction],
  )
  await poll(() => checkout.locator('.box').getAttribute('lang')).toBe(locale)
  // Until the order is read, the frame takes the theme alone.
  const frame = cardFrame(page).locator('html:has(form)')
  if ((await checkout.getAttribute('state')) && (await frame.count()))
    await poll(() => frame.getAttribute('lang')).toBe(locale)
  await finishMotion(page)
}

/** Ends what moves: a colour on its way to another is neither. */
export async function finishMotion(page: Page): Promise<void> {
  for (const frame of loadedFrames(page))
    await frame
      .evaluate(() => {
        const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
        for (const root of [document, ...roots])
          for (const motion of root.getAnimations())
            if (motion.effect!.getComputedTiming().endTime !== Infinity) motion.finish()
      })
      .catch(() => undefined)
}

/** What can be pressed and has less than 44 pixels in a direction, a line each. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const frame of await ownFrames(page))
    found.push(
      ...(await frame.evaluate(() => {
        const root = document.querySelector('tender-checkout')?.shadowRoot ?? document
        // Within a sentence a link is as high as its line, as WCAG allows.
        const targets = 'button, input:not([type=hidden]), select, summary, [role=button]'
        return [...root.querySelectorAll<HTMLElement>(targets)].flatMap((target) => {
          // A label is pressed with its box, and the cell of a field is its label and its input.
          const around = target.matches('[type=radio], [type=checkbox]') ? 'label' : '.cell'
          const pressed = target.closest(around) ?? target
          const { width, height } = pressed.getBoundingClientRect()
          const isSeen = pressed.checkVisibility({ visibilityProperty: true }) && !target.closest('.unseen, [inert]')
          return isSeen && (height < 44 || width < 44)
            ? [`${target.outerHTML.slice(0, 120)}: ${width} × ${height}`]
            : []
        })
      })),
    )
  return found
}

/** The page and the frame of the card; those of a bank are not ours. */
const ownFrames = async (page: Page): Promise<readonly Frame[]> =>
  (await seenFrames(page)).filter((frame) => frame === page.mainFrame() || frame.url().includes('/card?'))

/** In forced colours: what can be pressed or typed into and has no edge that is drawn. */
export async function withoutEdge(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const frame of await ownFrames(page))
    found.push(
      ...(await frame.evaluate(() => {
        const root = document.querySelector('tender-checkout')?.shadowRoot ?? document
        const hasEdge = ({ borderBottomStyle, borderBottomWidth }: CSSStyleDeclaration): boolean =>
          borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) >= 1
        const parts = 'button, input:not([type=radio], [type=checkbox], [type=hidden]), select'
        return [...root.querySelectorAll<HTMLElement>(parts)].flatMap((part) => {
          // The edge of a field is that of its cell, or of the box in it where its label stands above.
          const edges = [part, part.closest('.cell .box'), part.closest('.cell')].flatMap((one) => one ?? [])
          const isDrawn = edges.map((one) => getComputedStyle(one)).some(hasEdge)
          const isSeen = part.checkVisibility({ visibilityProperty: true }) && !part.closest('.unseen, [inert]')
          return isSeen && !isDrawn ? [part.outerHTML.slice(0, 120)] : []
        })
      })),
    )
  return found
}

/** Texts, fields and buttons that cover one another, a line each. */
export async function overlaps(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const frame of await ownFrames(page))
    found.push(
      ...(await frame.evaluate(() => {
        const root = document.querySelector('tender-checkout')?.shadowRoot ?? document
        const isText = (it: Element): boolean =>
          [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
        const boxesOf = (it: HTMLElement): DOMRect[] => {
          const isWhole = it.matches('input, select, button') || getComputedStyle(it).overflow === 'hidden'
          if (isWhole) return [it.getBoundingClientRect()]
          const range = document.createRange()
          range.selectNodeContents(it)
          return [...range.getClientRects()]
        }
        // What is behind an open dialog is covered by it as a whole.
        const front = root.querySelector('dialog[open]') ?? root
        const parts = [...front.querySelectorAll<HTMLElement>('*')]
          .filter((it) => it instanceof HTMLElement && (isText(it) || it.matches('input, select, button')))
          .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .filter((it) => !it.closest('.unseen, [inert]') && getComputedStyle(it).clipPath === 'none')
        const isIn = (one: Element, other: Element): boolean => one.contains(other) || other.contains(one)
        const meet = (one: DOMRect, other: DOMRect): boolean =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
        const nameOf = (it: HTMLElement): string => it.outerHTML.slice(0, 60)
        return parts.flatMap((one, at) =>
          parts
            .slice(at + 1)
            .filter((other) => !isIn(one, other))
            .filter((other) => boxesOf(one).some((box) => boxesOf(other).some((its) => meet(box, its))))
            .map((other) => `${nameOf(one)} covers ${nameOf(other)}`),
        )
      })),
    )
  return found
}

/** Gives the page another size, and waits until its frames have theirs. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size)
  for (const frame of await ownFrames(page)) {
    const owner = frame === page.mainFrame() ? undefined : await frame.frameElement()
    const width = await (owner ? owner.evaluate((it) => (it as HTMLElement).clientWidth) : size.width)
    await poll(() => frame.evaluate(() => innerWidth)).toBe(width)
  }
}

/** Doubles the text of the page and of the frame of the card, as a browser's setting does. */
export async function doubleText(page: Page): Promise<void> {
  for (const frame of await ownFrames(page))
    await frame.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
}
