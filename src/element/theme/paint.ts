import { defaults, labelPlaceOf, switchesOf, themeOf, type Appearance } from '#contract/appearance/appearance.ts'
import { groundBehind } from './ground.ts'

/** Shows an appearance in the box of an element; its style sheet has the defaults of what is not set. */
export function paint(box: HTMLElement, element: Element, appearance: Appearance): void {
  const { style } = box
  for (const [property, value = ''] of Object.entries(themeOf(appearance)))
    if (style.getPropertyValue(property) !== value) style.setProperty(property, value)
  paintSwitches(box, element, appearance)
}

/** Shows what of an appearance no token of the page can: before the element is loaded, its style sheet shows the rest. */
export function paintSwitches(box: HTMLElement, element: Element, appearance: Appearance): void {
  const switches = { scheme: appearance.scheme, ...switchesOf(appearance) }
  for (const [name, value] of Object.entries(switches)) box.dataset[name] = value ?? ''
  // Without a box, the form is as wide as its place where the page has the same background, and else has a margin.
  const { background = defaults[appearance.scheme].background } = appearance
  const { color, drawn } = groundBehind(element)
  box.toggleAttribute('data-flush', color === background && drawn !== 'picture')
  if (appearance['button-height']) box.style.setProperty('--button-height', `${appearance['button-height']}px`)
  for (const [property, value] of Object.entries(sizesOf(appearance))) box.style.setProperty(property, value)
}

/** The sizes of the form by which its place is kept; 1em is 1rem of the frame. */
export function sizesOf(appearance: Appearance): Readonly<Record<`--${string}`, string>> {
  const { 'field-height': height = 0, 'button-height': button, 'border-width': border = 1, gap = 16 } = appearance
  const { 'label-size': label, 'text-size': text, 'error-size': hints = 13, font, fields } = appearance
  const isAbove = labelPlaceOf(appearance) === 'above'
  const lines = (ratio: number, px: number | undefined, em: number): string =>
    px ? `${ratio * px}px` : `${ratio * em}em`
  const typed = `${20 + 2 * border}px + ${lines(1.4, text, 1)}`
  const field = isAbove
    ? `calc(6px + ${lines(1.4, label, 0.875)} + max(${height ? `${height}px` : '3em'}, ${typed}))`
    : `max(3.5em, ${height}px, ${16 + 2 * border}px + ${lines(1.3, label, 0.75)} + ${lines(1.4, text, 1)})`
  return {
    '--input': field,
    '--space': `${gap}px`,
    // Borders of a group lie over one another.
    '--between': `${fields === 'separate' ? gap : -border}px`,
    '--pay': `max(${button ? `${button}px` : '3.25em'}, 26px + 1.4em)`,
    // Labels and hints of larger or wider letters have more lines where there is less room.
    '--wide': `${((label ?? 14) > 14 || hints > 13 ? 48 : 0) + (font === 'mono' ? 20 : 0)}px`,
  }
}
