import { dropRepeatedClicks } from '#browser/click-series.ts'
import type { CardFrame, Opening, CheckoutError } from '#bridge/protocol.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { cardIframe, type FrameRequest } from './card-iframe.ts'
import { CardConnection, type CardFrameHost } from './card-connection.ts'
import { earlyFrame } from './early-frame.ts'
import { panelIn, type Panel } from './panel.ts'
import { textOf } from '../state/errors.ts'

/** Milliseconds after which a pending payment retries a frame that could not be opened. */
export const REOPEN = 15_000
/** Greatest height of the form in CSS pixels: a whole address, in letters twice as large, needs more than 2,000. */
const HIGHEST = 3_000

/**
 * Shows in the frame, above the button that was pressed, why a card's payment was not sent; the frame removes the
 * message on the next press.
 */
export class FrameNote {
  #posted: CheckoutError | undefined

  /** Called when the frame is opened, which then has no message. */
  reset(): void {
    this.#posted = undefined
  }

  post(card: CardFrame | undefined, error: CheckoutError | undefined): void {
    if (error === this.#posted) return
    this.#posted = error
    card?.note(error ? textOf(error.code, true) : '').catch(() => undefined) // a frame of another release lacks `note`
  }
}

/** The panel of an element, with its card frame and the connection to it. */
export class CardPanel {
  readonly #panel: Panel
  #connection: CardConnection | undefined
  #frame: HTMLIFrameElement | undefined
  #own: Translation['own']

  /** `restyled` is called when a token of the page may have changed, or what the theme takes from the page. */
  constructor(root: ShadowRoot, restyled: () => void) {
    this.#panel = panelIn(root)
    dropRepeatedClicks(root)
    root.addEventListener('transitionrun', ({ target }) => {
      if ((target as Element).matches('.sense, .page')) restyled()
    })
  }

  get panel(): Panel {
    return this.#panel
  }
  /** Whether the script tag has painted it already, which it does as it adds or finds the frame. */
  get isPainted(): boolean {
    return this.#panel.place.querySelector('iframe') !== null
  }
  get frame(): HTMLIFrameElement | undefined {
    return this.#frame
  }
  get connection(): CardConnection | undefined {
    return this.#connection
  }
  /** The frame's methods, while it is connected. */
  get card(): CardFrame | undefined {
    return this.#connection?.card
  }

  /** Adds the requested frame, or adopts the one that the script tag has added, and opens the order in it. */
  connect(element: Element, origin: string, requested: () => FrameRequest, host: CardFrameHost): void {
    this.drop()
    const early = earlyFrame(this.#panel.place, origin)
    this.#frame = early ?? cardIframe(element, origin, requested())
    const opening = (): Opening => {
      this.#own?.post(this.card)
      return host.opening()
    }
    this.#connection = new CardConnection({ ...host, opening })
    this.#connection.connect(this.#frame, origin)
    if (!early) this.#panel.place.replaceChildren(this.#frame)
  }

  /** Removes the frame. */
  drop(): void {
    this.#connection?.drop()
    this.#frame?.remove()
    this.#connection = this.#frame = undefined
  }

  /** Removes the frame, also one that was not adopted. */
  clear(): void {
    this.drop()
    this.#panel.place.replaceChildren()
  }

  /** The place that is kept for the form is not closed before its order is there. */
  resize(height: number, isKept: boolean): void {
    const least = isKept ? this.#frame?.offsetHeight : 100
    this.#frame?.style.setProperty('height', `${Math.min(HIGHEST, Math.max(least!, height))}px`)
  }

  /**
   * Shows the panel in a language, with or without the form, and renders what is around the frame. What replaces the
   * form is as high as it was, so that the page around does not move.
   */
  show({ texts: { checkout }, own, locale, direction }: Translation, isFormShown: boolean, render: () => void): void {
    const { box, place } = this.#panel
    const height = isFormShown || place.inert ? 0 : box.offsetHeight
    const { bottom } = (box.querySelector('[data-paying]') ?? place).getBoundingClientRect()
    Object.assign(box, { ariaLabel: checkout.name, lang: locale, dir: direction })
    place.classList.toggle('aside', !isFormShown)
    place.inert = !isFormShown
    if (this.#frame) this.#frame.title = checkout.cardFrame
    this.#own = own
    own?.post(this.card)
    render()
    const screen = height ? box.querySelector<HTMLElement>('.screen-area') : undefined
    if (!screen) return
    box.style.setProperty('--screen-area-height', `${height - box.offsetHeight + screen.offsetHeight}px`)
    // The button whose tick becomes the disc of the result is at the end of what it is in.
    const disc = screen.querySelector('.badge')?.getBoundingClientRect()
    if (disc) box.style.setProperty('--from', `0 ${bottom - disc.bottom}px`)
  }
}
