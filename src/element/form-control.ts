import { LateListeners } from './late-listeners.ts'
import type { State } from './state/checkout-state.ts'

/**
 * The checkout as a control of the form around it: its value is the order number, and it is invalid while the card form
 * is shown and not complete. Nothing of the card is part of it.
 */
export abstract class FormControl extends LateListeners {
  static readonly formAssociated = true

  readonly #internals = this.attachInternals()
  #value = ''

  abstract get state(): State
  /** Whether the card form is shown, and may be filled in. */
  protected abstract isEditable(): boolean
  abstract reset(): Promise<void>

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'state']
  }

  /** Libraries that make a page like another one remove the attribute, since their server has sent none. */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name !== 'state') return super.attributeChangedCallback(name, old, value)
    // Later, or a page that removes one attribute after the other would never end.
    if (value !== this.#stateAttribute) queueMicrotask(() => this.reflectState())
  }

  /** None while it loads: a framework that hydrates the element would find one that its server did not send. */
  get #stateAttribute(): State | null {
    return this.state === 'loading' ? null : this.state
  }

  protected reflectState(): void {
    const state = this.#stateAttribute
    if (state === null) this.removeAttribute('state')
    else this.setAttribute('state', state)
  }

  /** Its presence lets `moveBefore` move the element without reloading its frames. */
  connectedMoveCallback(): void {}

  /** The name of the order number in the form's data. */
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string | undefined) {
    if (name === undefined) this.removeAttribute('name')
    else this.setAttribute('name', name)
  }
  /** The order number of the ticket. */
  get value(): string {
    return this.#value
  }
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }
  get validity(): ValidityState {
    return this.#internals.validity
  }
  get validationMessage(): string {
    return this.#internals.validationMessage
  }
  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  /** Whether the card form is complete, or is not shown. */
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  /** Like {@link checkValidity}; the browser also shows where something is missing. */
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  formResetCallback(): void {
    if (this.isEditable()) void this.reset()
  }

  /** `lacks` says whether the card form needs more, which counts while it is shown. */
  protected setFormState(value: string, lacks: boolean, anchor: HTMLElement | undefined): void {
    const isIncomplete = lacks && this.isEditable()
    this.#value = value
    this.#internals.setFormValue(value || null)
    this.#internals.setValidity({ valueMissing: isIncomplete }, isIncomplete ? missing() : '', anchor)
  }
}

/** The browser's own sentence about a field that is not filled in. */
const missing = (): string => Object.assign(document.createElement('input'), { required: true }).validationMessage
