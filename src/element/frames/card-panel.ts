import type { CardFrame } from '#bridge/protocol.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { cardIframe, type FrameWish } from './card-iframe.ts'
import { CardLink, type CardFrameHost } from './card-link.ts'
import { earlyFrame } from './early-frame.ts'
import { panelIn, type Panel } from './panel.ts'

/** The panel of an element, with its card frame and the link to it. */
export class CardPanel {
  readonly #panel: Panel
  #link: CardLink | undefined
  #frame: HTMLIFrameElement | undefined

  constructor(root: ShadowRoot) {
    this.#panel = panelIn(root)
  }

  get box(): HTMLElement {
    return this.#panel.box
  }
  /** Where the frame is; a frame that is moved elsewhere loads again. */
  get place(): HTMLElement {
    return this.#panel.place
  }
  get frame(): HTMLIFrameElement | undefined {
    return this.#frame
  }
  get link(): CardLink | undefined {
    return this.#link
  }
  /** The frame's methods, while it is connected. */
  get card(): CardFrame | undefined {
    return this.#link?.card
  }

  /** Adds a frame, or adopts the one that the script tag has added, and opens the order in it. */
  connect(element: Element, origin: string, wish: FrameWish, host: CardFrameHost): void {
    this.drop()
    const early = earlyFrame(this.place, origin)
    this.#frame = early ?? cardIframe(element, origin, wish)
    this.#link = new CardLink(host)
    this.#link.connect(this.#frame, origin)
    if (!early) this.place.replaceChildren(this.#frame)
  }

  /** Removes the frame. */
  drop(): void {
    this.#link?.drop()
    this.#frame?.remove()
    this.#link = this.#frame = undefined
  }

  /** Removes the frame, also one that was not adopted. */
  clear(): void {
    this.drop()
    this.place.replaceChildren()
  }

  resize(height: number): void {
    this.#frame?.style.setProperty('height', `${Math.min(2000, Math.max(100, height))}px`)
  }

  /** Shows the panel in a language and a scheme, with or without the form. */
  show(
    { texts: { checkout }, locale, direction }: Pick<Translation, 'texts' | 'locale' | 'direction'>,
    { scheme, isFormShown }: { readonly scheme: 'light' | 'dark'; readonly isFormShown: boolean },
  ): void {
    const { box, place } = this.#panel
    Object.assign(box, { ariaLabel: checkout.name, lang: locale, dir: direction })
    box.dataset['scheme'] = scheme
    place.classList.toggle('aside', !isFormShown)
    place.inert = !isFormShown
    if (this.#frame) this.#frame.title = checkout.cardFrame
  }
}
