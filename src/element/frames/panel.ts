import { panelStyles } from '#contract/appearance/panel-styles.ts'

/** What a checkout shows: a box in its shadow root, and in it the wallets above the form and the place of the card frame. */
export interface Panel {
  readonly box: HTMLElement
  readonly above: HTMLElement
  readonly place: HTMLElement
}

/** The panel in a shadow root; the script tag may have made it before the element's code was loaded. */
export function panelIn(root: ShadowRoot): Panel {
  const box = root.querySelector<HTMLElement>('.box') ?? addBox(root)
  const find = (selector: string): HTMLElement => box.querySelector<HTMLElement>(selector)!
  return { box, above: find('.above'), place: find('.place') }
}

/** The panel of an element whose code is not loaded yet, without its styles. */
export const earlyPanel = (checkout: Element): Panel =>
  panelIn(checkout.shadowRoot ?? checkout.attachShadow({ mode: 'open' }))

/** Styles an early panel, unless the page's HTML has done so. */
export function styleEarly({ shadowRoot }: Element): void {
  if (shadowRoot!.querySelector('style')) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyles)
  shadowRoot!.adoptedStyleSheets = [sheet]
}

const made = (tag: string, className: string): HTMLElement => Object.assign(document.createElement(tag), { className })

function addBox(root: ShadowRoot): HTMLElement {
  const box = made('section', 'box')
  box.part.add('box')
  box.append(made('div', 'above'), made('div', 'place'))
  root.append(made('i', 'page'), box)
  return box
}
