import type { Clock } from '#contract/ports.ts'

/** Milliseconds for which the button must have been in sight before a press counts. */
const SIGHT = 500

/** Milliseconds for which the frame must have had the focus before a key counts. */
const FOCUS = 300

/** Milliseconds within which a shopper who was asked to press again has to do so. */
const REPEAT_WINDOW = 10_000

/** The share of the button that must be visible to be in sight. */
const SHARE = 0.6

/** `isVisible`, which only Chromium reports: whether nothing covers or disguises the button. */
type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * How a press of the pay button is handled now. `ready`: it counts. `arming`: the button has only just come into sight,
 * so that a press is delayed. `held`: a press is being delayed.
 */
export type Press = 'ready' | 'arming' | 'held'

/** Shows the guard's state to the shopper. */
export interface PressView {
  show(press: Press): void
  /** Whether a press is shown as held; no longer once another order is shown. */
  isHeld(): boolean
  /** Called when a press did not count: asks the shopper to press again. */
  askAgain(): void
}

export const guardPresses = (document: Document, view: PressView, clock: Clock): Pick<PressGuard, 'rearm'> =>
  new PressGuard(document, view, clock)

/**
 * Guards the pay button against unintended presses, such as clickjacking. A press on a button that has only just come
 * into sight is held until {@link SIGHT} is over, and counts if the button stays in sight and uncovered until then. A
 * press does not count while something covers or disguises the button or did so a moment ago, with a key just after the
 * focus moved into the frame, or with a key held down since before; the shopper is then asked to press again. Only
 * Chromium reports a covered button, also when the page's header only covers another part of the frame. Therefore a
 * second press under the same cover counts after a pause, and so does a press after typing while nothing covers the
 * button.
 */
class PressGuard {
  readonly #view: PressView
  readonly #clock: Clock
  #button: HTMLButtonElement | undefined
  #sight: 'away' | 'covered' | 'clear' = 'away'
  #wasCovered = false
  #changes = 0
  #isChanging = false
  /** When a pointer's press and a key's press start to count, as timestamps of events. */
  #pointerFrom = Infinity
  #keyFrom = 0
  #isDelayed = false
  /** When the observer last reported, as the timestamp of an event. */
  #reportedAt = -Infinity
  /** When a press did not count; the next one does, even though the message has moved the button meanwhile. */
  #askedAt = -Infinity
  /** Aborts when the button comes into sight, goes out of sight or is covered. */
  #change = new AbortController()
  readonly #observer = new IntersectionObserver((entries) => entries.forEach((entry) => this.#onIntersection(entry)), {
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
    // The button is removed and added with the form.
    const watch = (): void => this.#watch(body.querySelector('[type=submit]'))
    new MutationObserver(watch).observe(body, { childList: true, subtree: true })
    watch()
  }

  get #isClear(): boolean {
    return this.#sight === 'clear'
  }

  /** Called when the button shows another order or amount: a press that is held or in progress was not meant for it. */
  rearm(): void {
    const change = (this.#changes += 1)
    this.#askedAt = -Infinity
    // The button of the first order has only just become one.
    if (change === 1) return this.#observe()
    this.#isChanging = true
    this.#view.show('arming')
    void this.#clock.sleep(SIGHT).then(() => change === this.#changes && this.#settle())
  }

  #settle(): void {
    this.#isChanging = false
    if (!this.#isDelayed) this.#view.show('ready')
  }

  #renew(): void {
    this.#change.abort()
    this.#change = new AbortController()
  }

  #watch(button: HTMLButtonElement | null): void {
    if (!button || button === this.#button) return
    this.#button = button
    this.#observe()
  }

  /** Waits until the observer has seen the button. */
  #observe(): void {
    this.#observer.disconnect()
    if (!this.#button) return
    this.#sight = 'away'
    this.#pointerFrom = Infinity
    this.#observer.observe(this.#button)
    this.#view.show('arming')
    this.#readyAfterSight() // a browser reports nothing of a frame that is out of sight
  }

  #readyAfterSight(): void {
    this.#staysUnchanged(SIGHT).then(
      (isOver) => isOver && !this.#isDelayed && !this.#isChanging && this.#view.show('ready'),
    )
  }

  #onIntersection({ isIntersecting, isVisible, time }: Entry): void {
    const wasClear = this.#isClear
    this.#reportedAt = time
    this.#wasCovered = this.#sight === 'covered'
    this.#sight = !isIntersecting ? 'away' : isVisible === false ? 'covered' : 'clear'
    this.#renew()
    const isClear = this.#isClear
    // What covers the button later is another cover than the one under which the shopper pressed.
    if (isClear || wasClear) this.#askedAt = -Infinity
    this.#pointerFrom = isClear ? time + SIGHT : Infinity
    if (this.#isDelayed || this.#isChanging) return
    this.#view.show(isClear ? 'arming' : 'ready')
    if (isClear) this.#readyAfterSight()
  }

  /** `detail` is 0 for a click by a key. */
  #pressed(event: MouseEvent): void {
    const { detail, timeStamp } = event
    const isFree = !this.#isDelayed && !this.#isChanging
    if (isFree && (timeStamp >= (detail ? this.#pointerFrom : this.#keyFrom) || this.#isRepeated(event))) return
    event.preventDefault()
    if (this.#isDelayed) return
    if (detail > 0 && !this.#isChanging && this.#mayWait) void this.#delayPress(timeStamp)
    else this.#askAgain(detail ? timeStamp : -Infinity)
    this.#believe(event)
  }

  /** A press on a button that was covered a moment ago may have been meant for the cover. */
  get #mayWait(): boolean {
    return this.#sight === 'away' || (this.#isClear && !this.#wasCovered)
  }

  async #delayPress(pressedAt: number): Promise<void> {
    this.#isDelayed = true
    this.#view.show('held')
    const isMeant = (await this.#staysInSight(pressedAt)) && this.#view.isHeld()
    this.#isDelayed = false
    this.#view.show('ready')
    if (isMeant) this.#button!.form!.requestSubmit(this.#button)
    else this.#askAgain(this.#reportedAt > pressedAt ? this.#reportedAt : pressedAt + SIGHT)
  }

  #askAgain(pressedAt: number): void {
    this.#askedAt = pressedAt
    this.#view.askAgain()
  }

  /** The second click of a double click does not count. */
  #isRepeated({ detail, timeStamp }: MouseEvent): boolean {
    const since = timeStamp - this.#askedAt
    return detail > 0 && since >= SIGHT && since <= REPEAT_WINDOW
  }

  /** A pressed button is on the screen, even if the observer reports it late. */
  async #staysInSight(pressedAt: number): Promise<boolean> {
    if (this.#isClear) return this.#staysUnchanged(this.#pointerFrom - pressedAt)
    const isStillAway = await this.#staysUnchanged(SIGHT)
    return !isStillAway && this.#isClear && this.#staysUnchanged(SIGHT)
  }

  /** Whether the time passed without a change of visibility. */
  #staysUnchanged(ms: number): Promise<boolean> {
    return this.#clock.sleep(ms, this.#change.signal).then(
      () => true,
      () => false,
    )
  }

  #believe({ timeStamp }: Event): void {
    this.#pointerFrom = Math.min(this.#pointerFrom, timeStamp + SIGHT)
  }
}
