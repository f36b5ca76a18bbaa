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

/** Styles an early panel, unless it has styles: of the page's HTML, where its policy does not refuse them, or of the element. */
export function styleEarly({ shadowRoot: root }: Element): void {
  if (root!.styleSheets.length + root!.adoptedStyleSheets.length) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyles)
  root!.adoptedStyleSheets.push(sheet)
}

const made = (tag: string, className: string): HTMLElement => Object.assign(document.createElement(tag), { className })

function addBox(root: ShadowRoot): HTMLElement {
  const box = made('section', 'box')
  box.part.add('box')
  box.append(made('div', 'above'), made('div', 'place'))
  root.append(made('i', 'page'), box)
  return box
}
