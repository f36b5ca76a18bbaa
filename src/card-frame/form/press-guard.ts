import type { Clock } from '#contract/ports.ts'

/** Milliseconds for which the button must have been in sight before a press counts. */
const SIGHT = 500

/** Milliseconds for which the frame must have had the focus before a key counts. */
const FOCUS = 300

/** Milliseconds for which the shopper, asked to press again, may take to do so. */
const AGAIN = 10_000

/** The least part of the button that is in sight. */
const SHARE = 0.6

/** `isVisible` is what only Chromium reports: whether nothing covers or disguises the button. */
type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * What a press of the pay button does now. `ready`: it counts. `arming`: the button has only just come into sight, so that
 * a press waits. `held`: a press is waiting.
 */
export type Press = 'ready' | 'arming' | 'held'

/** Shows what the guard makes of presses. */
export interface PressView {
  show(press: Press): void
  /** Whether a press is shown as held: one of another order is not. */
  isHeld(): boolean
  /** A press did not count: the shopper is asked for another. */
  askAgain(): void
}

export const guardPresses = (document: Document, view: PressView, clock: Clock): Pick<PressGuard, 'rearm'> =>
  new PressGuard(document, view, clock)

/**
 * Guards the pay button against presses that can hardly be meant. A press on a button that has only just come into sight
 * is held until {@link SIGHT} is over, and counts if the button stays in sight and uncovered until then. No press counts
 * while something covers or disguises the button or did so a moment ago, nor with a key just after the focus was led here,
 * nor with a key held down since before; the shopper is asked to press again. Only Chromium reports a covered button, and
 * it does so too where the page's header merely lies over another part of the frame: whoever presses again under the same
 * cover after a pause is therefore believed, and whoever types while nothing covers the button.
 */
class PressGuard {
  readonly #view: PressView
  readonly #clock: Clock
  #button: HTMLButtonElement | undefined
  #sight: 'away' | 'covered' | 'clear' = 'away'
  #wasCovered = false
  #changes = 0
  #isChanging = false
  /** From when a pointer's press counts, and from when a key's; both by the clock of the events. */
  #pointerFrom = Infinity
  #keyFrom = 0
  #isHeld = false
  /** When a press was made that did not count; the next one does, though the note has moved the button meanwhile. */
  #askedAt = -Infinity
  /** Aborts when the button comes into sight, leaves it, or is covered. */
  #change = new AbortController()
  readonly #observer = new IntersectionObserver((entries) => entries.forEach((entry) => this.#look(entry)), {
    trackVisibility: true,
    delay: 100,
    threshold: SHARE,
  } as IntersectionObserverInit)

  constructor({ body }: Document, view: PressView, clock: Clock) {
    this.#view = view
    this.#clock = clock
    body.addEventListener('input', (event) => this.#sight !== 'covered' && this.#believe(event))
    body.addEventListener('focusin', ({ timeStamp, relatedTarget }) => {
      if (!relatedTarget) this.#keyFrom = timeStamp + FOCUS
    })
    body.addEventListener('keydown', (event) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    })
    body.addEventListener('click', (event) => {
      if ((event.target as Element).closest('[type=submit]')) this.#pressed(event)
    })
    // The button comes and goes with the form.
    new MutationObserver(() => this.#watch(body.querySelector('[type=submit]'))).observe(body, {
      childList: true,
      subtree: true,
    })
  }

  get #isClear(): boolean {
    return this.#sight === 'clear'
  }

  /** The button shows another order or sum: a press that is held or on its way was not meant for it. */
  rearm(): void {
    const change = (this.#changes += 1)
    this.#askedAt = -Infinity
    // Before the first order there was nothing to press.
    if (change === 1) return
    this.#isChanging = true
    this.#view.show('arming')
    void this.#clock.sleep(SIGHT).then(() => change === this.#changes && this.#settle())
  }

  #settle(): void {
    this.#isChanging = false
    if (!this.#isHeld) this.#view.show('ready')
  }

  #renew(): void {
    this.#change.abort()
    this.#change = new AbortController()
  }

  #watch(button: HTMLButtonElement | null): void {
    if (!button || button === this.#button) return
    this.#button = button
    this.#observer.disconnect()
    this.#observer.observe(button)
    this.#view.show('arming')
  }

  #look({ isIntersecting, isVisible, time }: Entry): void {
    const wasClear = this.#isClear
    this.#wasCovered = this.#sight === 'covered'
    this.#sight = !isIntersecting ? 'away' : isVisible === false ? 'covered' : 'clear'
    this.#renew()
    const isClear = this.#isClear
    // Whatever covers it after that is another cover than the one that was pressed under.
    if (isClear || wasClear) this.#askedAt = -Infinity
    this.#pointerFrom = isClear ? time + SIGHT : Infinity
    if (this.#isHeld || this.#isChanging) return
    this.#view.show(isClear ? 'arming' : 'ready')
    if (isClear)
      this.#after(SIGHT).then((isOver) => isOver && !this.#isHeld && !this.#isChanging && this.#view.show('ready'))
  }

  /** A click that a key made has no count. */
  #pressed(event: MouseEvent): void {
    const { detail, timeStamp } = event
    const isFree = !this.#isHeld && !this.#isChanging
    if (isFree && (timeStamp >= (detail ? this.#pointerFrom : this.#keyFrom) || this.#isAgain(event))) return
    event.preventDefault()
    if (this.#isHeld) return
    if (detail > 0 && !this.#isChanging && this.#mayWait) void this.#hold(timeStamp)
    else this.#askAgain(detail ? timeStamp : -Infinity)
    this.#believe(event)
  }

  /** What was covered a moment ago may have been pressed for what covered it. */
  get #mayWait(): boolean {
    return this.#sight === 'away' || (this.#isClear && !this.#wasCovered)
  }

  async #hold(pressedAt: number): Promise<void> {
    this.#isHeld = true
    this.#view.show('held')
    const isMeant = (await this.#staysInSight(pressedAt)) && this.#view.isHeld()
    this.#isHeld = false
    this.#view.show('ready')
    if (isMeant) this.#button!.form!.requestSubmit(this.#button)
    else this.#askAgain(pressedAt + SIGHT)
  }

  #askAgain(pressedAt: number): void {
    this.#askedAt = pressedAt
    this.#view.askAgain()
  }

  /** No second click of a double one. */
  #isAgain({ detail, timeStamp }: MouseEvent): boolean {
    const since = timeStamp - this.#askedAt
    return detail > 0 && since >= SIGHT && since <= AGAIN
  }

  /** A button that was pressed is on the screen, though the observer may be late to say so. */
  async #staysInSight(pressedAt: number): Promise<boolean> {
    if (this.#isClear) return this.#after(this.#pointerFrom - pressedAt)
    const isStillAway = await this.#after(SIGHT)
    return !isStillAway && this.#isClear && this.#after(SIGHT)
  }

  /** Whether the time passed without a change of sight. */
  #after(ms: number): Promise<boolean> {
    return this.#clock.sleep(ms, this.#change.signal).then(
      () => true,
      () => false,
    )
  }

  #believe({ timeStamp }: Event): void {
    this.#pointerFrom = Math.min(this.#pointerFrom, timeStamp + SIGHT)
  }
}
