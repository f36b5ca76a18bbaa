import { defaults, switchesOf, themeOf, type Appearance } from '#contract/appearance/appearance.ts'
import { backgroundBehind } from './page-theme.ts'

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
  const { background = defaults[appearance.scheme].background, label } = appearance
  box.toggleAttribute('data-flush', (backgroundBehind(element) ?? background) === background)
  if (appearance['button-height']) box.style.setProperty('--button-height', `${appearance['button-height']}px`)
  // By how much the form is higher than with the defaults; the frame's own height is a multiple of 4.
  const { 'field-height': field = 48, 'button-height': button = 52, gap = 16 } = appearance
  const { 'label-size': labels = 14, 'error-size': hints = 13, font } = appearance
  const isFloating = label === 'floating'
  const fields = isFloating ? Math.max(48, field - 8) : field + 1.4 * (labels - 14)
  const sizes = 3 * (fields + gap) + Math.max(48.4, button) + 1.4 * (hints - 13)
  box.style.setProperty('--sizes', `${Math.ceil(sizes / 4) * 4 - 244}px`)
  // Labels and hints of larger or wider letters have more lines where there is less room.
  box.style.setProperty('--wide', `${(labels > 14 || hints > 13 ? 48 : 0) + (font === 'mono' ? 20 : 0)}px`)
  // By how much it is higher for each further line of fields.
  const input = isFloating
    ? `max(3.5em, ${field}px)`
    : `${appearance['label-size'] ? `${1.4 * labels}px` : '1.225em'} + 6px + ${appearance['field-height'] ? `${field}px` : '3em'}`
  box.style.setProperty('--field-line', `calc(${input} + ${gap}px)`)
}
