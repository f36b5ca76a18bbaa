import { LitElement } from 'lit'

/**
 * Keeps the events of the current state that nobody has listened to on the element, and dispatches each to the first
 * listener that is added later: a framework adds its listeners when it hydrates the page of a server, which may be after
 * the element was upgraded and its order opened.
 */
export abstract class LateListeners extends LitElement {
  /** The listeners of each type, and whether each is called only once. */
  readonly #listeners = new Map<string, Map<unknown, boolean>>()
  readonly #kept = new Map<string, CustomEvent>()

  override addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: this, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener as EventListener, options)
    const { once = false, signal }: AddEventListenerOptions = Object(options)
    if (!listener || signal?.aborted) return
    this.#listenersOf(type).set(listener, once)
    signal?.addEventListener('abort', () => this.#listenersOf(type).delete(listener))
    // Not before `addEventListener` has returned, as for any event, nor before another order that comes with the listener.
    if (this.#kept.has(type)) queueMicrotask(() => void this.updateComplete.then(() => this.#repeat(type)))
  }

  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void {
    super.removeEventListener(type, listener as EventListener, options)
    this.#listenersOf(type).delete(listener)
  }

  #listenersOf(type: string): Map<unknown, boolean> {
    if (!this.#listeners.has(type)) this.#listeners.set(type, new Map())
    return this.#listeners.get(type)!
  }

  /** Dispatches an event that bubbles and crosses shadow roots. */
  protected announce(type: string, detail: object): void {
    const event = new CustomEvent(type, { detail, bubbles: true, composed: true })
    if (!this.#listenersOf(type).size) this.#kept.set(type, event)
    this.#dispatch(event)
  }

  /** To be called when the state changes: what was dispatched before is not true any more. */
  protected forgetEvents(): void {
    this.#kept.clear()
  }

  /** Without bubbling, since the listeners around the element have been called. */
  #repeat(type: string): void {
    const detail: unknown = this.#kept.get(type)?.detail
    if (this.#kept.delete(type)) this.#dispatch(new CustomEvent(type, { detail }))
  }

  #dispatch(event: CustomEvent): void {
    const listeners = this.#listenersOf(event.type)
    for (const [listener, isOnce] of listeners) if (isOnce) listeners.delete(listener)
    this.dispatchEvent(event)
  }
}
