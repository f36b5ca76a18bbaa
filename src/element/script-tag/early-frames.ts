import { misconfigured } from '../config.ts'
import { cardIframe } from '../frames/card-iframe.ts'
import { recordFrame } from '../frames/early-frame.ts'
import { earlyPanel } from '../frames/panel.ts'
import { paintSwitches } from '../theme/paint.ts'
import { earlyAppearance } from '../theme/theme.ts'

const TAG = 'tender-checkout'

/**
 * Adds the card frame to each checkout of a page while the element's code is still loading, so that both load side by
 * side; the element adopts the frame. Checkouts that the parser or the page adds meanwhile get theirs too.
 */
export function addEarlyFrames(home: Window & typeof globalThis): void {
  const { document: page, customElements, MutationObserver } = home
  if (customElements.get(TAG)) return
  const add = (): void => page.querySelectorAll(TAG).forEach((checkout) => addFrame(checkout, home))
  const observer = new MutationObserver(add)
  observer.observe(page, { childList: true, subtree: true })
  void customElements.whenDefined(TAG).then(() => observer.disconnect())
  add()
}

function addFrame(checkout: Element, home: Window): void {
  if (checkout.shadowRoot) return
  const attributes = attributesOf(checkout)
  if (misconfigured(attributes)) return // which the element will report
  const { origin } = new URL(attributes.src)
  const appearance = earlyAppearance(checkout, attributes.theme)
  const frame = cardIframe(checkout, origin, { ...attributes, appearance })
  recordFrame(frame, origin, home)
  const panel = earlyPanel(checkout)
  paintSwitches(panel.box, checkout, appearance)
  panel.place.append(frame)
}

const defaults = { order: '', src: '', locale: '', presentation: 'dialog', theme: 'auto' }

/** The attributes of an element whose code is not loaded, or else the defaults of its properties. */
const attributesOf = (checkout: Element): typeof defaults =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, checkout.getAttribute(name) ?? value]),
  ) as typeof defaults
