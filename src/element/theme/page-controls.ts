import { CONTROL, contrast } from '#contract/appearance/contrast.ts'
import type { TokenValues } from '#contract/appearance/tokens.ts'
import { outwards, seenOn } from './ground.ts'

/** Those that a page marks as its main ones come first. */
const BUTTONS = ['[type=submit], .btn-primary, .button', 'button, [role=button], .btn']
/** Where a control is of something else, or of the checkout itself. */
const ELSEWHERE = 'header, nav, footer, [role=search], [type=search], tender-checkout'

/**
 * What is read of the control that is nearest to a checkout: in the smallest part of the page that has any in sight, the
 * last before the checkout, or else the first after it. Of lists of controls the first comes first.
 */
function nearest(
  checkout: Element,
  lists: readonly string[],
  read: (style: CSSStyleDeclaration, height: number) => TokenValues | undefined,
): TokenValues | undefined {
  for (const { parentNode } of outwards(checkout))
    for (const list of lists) {
      let found: TokenValues | undefined
      for (const control of parentNode?.querySelectorAll<HTMLElement>(list) ?? []) {
        if (found && checkout.compareDocumentPosition(control) & 4) break
        const height = control.closest(ELSEWHERE) ? 0 : control.offsetHeight
        if (height) found = read(getComputedStyle(control), height) ?? found
      }
      if (found) return found
    }
  return undefined
}

const px = Number.parseFloat

/** How the nearest field looks; of one that is drawn by the browser itself, its corners where the page sets them. */
const fieldNear = (checkout: Element, background: string): TokenValues | undefined =>
  nearest(checkout, ['input:read-write, select'], (style, height) => {
    const radius = px(style.borderTopLeftRadius)
    if (style.borderBottomStyle === 'inset') return radius ? { radius } : {}
    const field = seenOn(checkout, style.backgroundColor, background)
    const [width, above] = [px(style.borderBottomWidth), px(style.borderTopWidth)]
    const isLine = width > 0 && above === 0
    const fields = field === background ? 'underlined' : 'filled'
    return {
      radius,
      'field-height': Math.max(44, height),
      ...(isLine && { fields }),
      ...(!(isLine && field === background) && { field }),
      // Without a border something else shows the edge, such as a shadow.
      ...(width && { 'border-width': width, border: seenOn(checkout, style.borderBottomColor, background) }),
    }
  })

/** The colour and the corners of the nearest button that stands out from the background. */
const buttonNear = (checkout: Element, background: string): TokenValues | undefined =>
  nearest(checkout, BUTTONS, (style) => {
    const accent = seenOn(checkout, style.backgroundColor, background)
    if (contrast(accent, background) < CONTROL) return undefined
    return { accent, 'button-radius': px(style.borderTopLeftRadius) }
  })

const known = new WeakMap<Element, readonly [page: string, found: TokenValues]>()

/**
 * How the controls near a checkout look. What was found stays while the page looks as it did: a button that is pressed or
 * disabled meanwhile changes nothing.
 */
export function controlsNear(checkout: Element, background: string, look: string): TokenValues {
  const page = document.readyState + background + look
  const [before, kept] = known.get(checkout) ?? []
  const found = before === page ? kept! : {}
  const read = {
    ...('radius' in found ? undefined : fieldNear(checkout, background)),
    ...('accent' in found ? undefined : buttonNear(checkout, background)),
    ...found,
  }
  known.set(checkout, [page, read])
  return read
}
