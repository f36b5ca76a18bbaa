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

/** The panel of an element whose code is not loaded yet. */
export function earlyPanel(checkout: Element): Panel {
  const root = checkout.shadowRoot ?? checkout.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyles)
  root.adoptedStyleSheets = [sheet]
  return panelIn(root)
}

function addBox(root: ShadowRoot): HTMLElement {
  const box = document.createElement('section')
  const [above, place] = [document.createElement('div'), document.createElement('div')]
  box.className = 'box'
  box.part.add('box')
  above.className = 'above'
  place.className = 'place'
  box.append(above, place)
  const page = document.createElement('i')
  page.className = 'page'
  root.append(page, box)
  return box
}
