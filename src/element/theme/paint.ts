import { defaults, switchesOf, themeOf, type Appearance } from '#contract/appearance/appearance.ts'
import { sizesOf } from '#contract/appearance/form-height.ts'
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
