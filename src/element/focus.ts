import type { Clock } from '#contract/ports.ts'
import { bringIntoSight } from './in-sight.ts'
import { busy, type State } from './state/checkout-state.ts'

/** What the shopper reads after a payment: a screen, or why the form is shown again. */
const RESULT = '.screen, .alert'

/** Milliseconds after a scroll in which the page's header may have come, as some do on the way up. */
const HEADER = 400

interface Focusable extends HTMLElement {
  readonly state: State
  readonly renderRoot: ParentNode
}

/** Moves the focus and the view to where the shopper continues; never takes them from elsewhere on the page. */
export class FocusController {
  readonly #element: Focusable
  readonly #clock: Clock
  /** What to do once the new state is rendered: a focus is followed by a scroll. */
  #toShow: 'scroll' | 'focus' | undefined
  /** What had the focus when the payment began, such as a button of the page that pays. */
  #payer: Element | undefined
  /** Whether the shopper was in the checkout when it began to load again. */
  #isReloading = false

  constructor(element: Focusable, clock: Clock) {
    this.#element = element
    this.#clock = clock
  }

  /**
   * Remembers what to focus or scroll to once the new state is rendered: nothing when the page has only just loaded, unless
   * the shopper is typing into the form already, which another screen would replace.
   */
  changed(previous: State): void {
    const { state } = this.#element
    const isHere = this.#focused === this.#element
    if (state === 'submitting') this.#payer = this.#focused ?? undefined
    if (state === 'loading') this.#isReloading = isHere
    const isFirst = previous === 'loading' && !this.#isReloading
    if (!this.#mayTake() || (isFirst && !isHere)) return
    const staysInForm = state === 'ready' && (isFirst || previous === 'submitting')
    this.#toShow = staysInForm || busy.has(state) ? 'scroll' : 'focus'
  }

  /** Moves the focus to the screen that is shown next, which the shopper did not leave the state for. */
  toScreen(): void {
    if (this.#mayTake()) this.#toShow = 'focus'
  }

  drawn(): void {
    const toShow = this.#toShow
    this.#toShow = undefined
    // The shopper may have gone on to another field since the state changed.
    if (toShow === 'focus' && this.#mayTake()) this.#element.focus({ preventScroll: !!this.#find(RESULT) })
    // The form below the reason of a decline, and the reason.
    if (toShow) this.#scrollTo(['.above:has(.refusal) ~ .place', RESULT])
  }

  /** Shows a message in the frame, `top` pixels below its upper edge, with what is below it in the form. */
  showMessage(top: number): void {
    this.#scrollTo(['.end', '.place'], top)
  }

  /** Once more after the page's header may have come, unless anybody has scrolled meanwhile. */
  #scrollTo(selectors: readonly string[], messageTop = 0): void {
    const parts = selectors.map((part) => this.#find(part)).filter((part) => part !== null)
    const last = parts.at(-1)
    if (!last || !this.#mayTake()) return
    const topAfter = (): number => {
      last.style.setProperty('--message-top', `${messageTop}px`)
      parts.forEach(bringIntoSight)
      last.style.removeProperty('--message-top')
      return last.getBoundingClientRect().top
    }
    const top = topAfter()
    const isThere = (): boolean => this.#mayTake() && last.getBoundingClientRect().top === top
    void this.#clock.sleep(HEADER).then(() => isThere() && topAfter())
  }

  /**
   * Whether the focus is in the element, where the shopper has paid or nowhere, so that it may move to a result.
   * `:focus-within` does not show it: Chromium does not match it while the focus is in a frame of another origin.
   */
  #mayTake(): boolean {
    const focused = this.#focused
    const isHere = focused === this.#element || focused === this.#payer
    return isHere || (document.activeElement ?? document.body) === document.body
  }

  get #focused(): Element | null {
    return (this.#element.getRootNode() as Document | ShadowRoot).activeElement
  }

  #find(part: string): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>(part)
  }
}
