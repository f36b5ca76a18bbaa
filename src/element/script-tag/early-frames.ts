import { opensAlone } from '#browser/page-alone.ts'
import { misconfigured } from '../config.ts'
import { cardIframe } from '../frames/card-iframe.ts'
import { earlyFrame, isServed, recordFrame } from '../frames/early-frame.ts'
import { earlyPanel, styleEarly } from '../frames/panel.ts'
import { reserveSpace } from '../frames/reserved-space.ts'
import { isHtml } from '../host-page.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { paintSwitches } from '../theme/paint.ts'
import { earlyAppearance } from '../theme/theme.ts'

const TAG = 'tender-checkout'

/** The frames that the script tag has added. */
export interface EarlyFrames {
  /**
   * Resolves when each one's document, with its script, has loaded or failed; while the page has none yet, not before its
   * HTML has been read.
   */
  haveLoaded(): Promise<unknown>
}

/**
 * Adds the card frame to each checkout of a page while the element's code is still loading, so that both load side by
 * side; the element adopts the frame. Checkouts that the parser or the page adds meanwhile get theirs too. One that the
 * page's HTML has stays. `preload` gets the locales that each one asks for, and the methods that a place is kept for.
 */
export function addEarlyFrames(
  home: Window & typeof globalThis,
  preload: (locales: readonly string[], methods: readonly string[]) => void = () => {},
): EarlyFrames {
  const { document: page, customElements, MutationObserver } = home
  const loads: Promise<unknown>[] = []
  if (customElements.get(TAG) || !isHtml(page)) return { haveLoaded: async () => {} } // in a document of XML no element comes
  let added = (): void => {}
  const first = new Promise<void>((resolve) => (added = resolve))
  if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', added, { once: true })
  else added()
  const known = new WeakSet<Element>()
  const add = (): void =>
    page.querySelectorAll(TAG).forEach((checkout) => {
      const frame = !known.has(checkout) && addFrame(checkout, home, preload)
      if (frame === false || frame === undefined) return
      known.add(checkout) // also without a frame: what is fetched for it changes the page
      if (frame) loads.push(loaded(frame, home))
      added()
    })
  const observer = new MutationObserver(add)
  observer.observe(page, { childList: true, subtree: true })
  void customElements.whenDefined(TAG).then(() => observer.disconnect())
  add()
  return { haveLoaded: () => first.then(() => Promise.all(loads)) }
}

/** Resolves when a frame's document has loaded; one that the page's HTML had may have done so before. */
async function loaded(frame: HTMLIFrameElement, home: Window): Promise<unknown> {
  if (isServed(frame) && home.document.readyState === 'complete') return undefined
  return new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
    if (isServed(frame)) home.addEventListener('load', resolve, { once: true }) // a page loads after its frames
  })
}

/** The frame of a checkout, or `null` where it needs none; `undefined` where it cannot have one as it is. */
function addFrame(
  checkout: Element,
  home: Window,
  preload: (locales: readonly string[], methods: readonly string[]) => void,
): HTMLIFrameElement | null | undefined {
  const attributes = attributesOf(checkout)
  if (misconfigured(attributes)) return undefined // which the element will report
  const { origin } = new URL(attributes.src)
  const { box, place } = earlyPanel(checkout)
  const appearance = earlyAppearance(checkout, attributes.theme)
  let frame: HTMLIFrameElement | null = null
  if (!opensAlone(attributes.order)) {
    const served = earlyFrame(place, origin)
    frame = cardIframe(checkout, origin, { ...attributes, appearance }, served)
    recordFrame(frame, origin, home)
    if (!served) place.replaceChildren(frame) // first, since its document is on its way meanwhile
  }
  styleEarly(checkout)
  const methods = reserveSpace(box, attributes.order, attributes.layout)
  preload(preferredLocales(checkout, attributes.locale, attributes.order), methods)
  paintSwitches(box, checkout, appearance)
  return frame
}

const defaults = { order: '', src: '', locale: '', presentation: 'dialog', theme: 'auto', layout: 'stack' }

/** The attributes of an element whose code is not loaded, or else the defaults of its properties. */
const attributesOf = (checkout: Element): typeof defaults =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, checkout.getAttribute(name) ?? value]),
  ) as typeof defaults
