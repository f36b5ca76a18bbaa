import { nothing, render } from 'lit/html.js'
import type { Appearance, Progress } from '#bridge/protocol.ts'
import { themeOf, schemeOf } from './theme.ts'
import type { Month } from '../card/expiry.ts'
import type { Field } from './fields.ts'
import { choose, fieldsIn, firstWrong, leave, maskOf, progressOf, refuse, type } from './form.ts'
import { applyMask } from '../card/mask.ts'
import type { Model } from './model.ts'
import type { Press } from './press-guard.ts'
import { isPayable, storedCards } from './form-context.ts'
import { css } from './styles.ts'
import { view } from './view.ts'

/** The events of the screen. */
export interface ScreenUpdate {
  readonly typed: () => void
  readonly submitted: () => void
  /** A button of a stored card: `ask` before it is removed, `remove` it, or `keep` it. */
  readonly pressed: (act: string, bindingId: string | undefined) => void
  readonly progressed: (progress: Progress) => void
  /** The content's height in CSS pixels, rounded up to a multiple of 4, so that it reveals little. */
  readonly resized: (height: number) => void
}

/** Renders the model into the document, and turns the shopper's input into a new model. */
export class Screen {
  readonly #document: Document
  readonly #today: () => Month
  readonly #told: ScreenUpdate
  readonly #gone = new AbortController()
  #model: Model | undefined
  readonly #adopted = new Set<string>()
  /** Set while rendering: a field that is removed loses the focus without the shopper leaving it. */
  #rendering = false
  #progress = ''
  #press: Press = 'ready'
  #height = -1

  constructor(document: Document, today: () => Month, result: ScreenUpdate) {
    this.#document = document
    this.#today = today
    this.#told = result
    this.adopt(css)
    this.#listen()
    this.#watchHeight()
  }

  /** Adds a style sheet, once, until the screen is cleared. */
  adopt(rules: string): void {
    if (this.#adopted.has(rules)) return
    this.#adopted.add(rules)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    const document = this.#document
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    this.#gone.signal.addEventListener('abort', () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    })
  }

  get model(): Model | undefined {
    return this.#model
  }

  /** Shows a whole model, or a change of the current one. */
  show(change: Omit<Model, 'today' | 'press'> | Partial<Model>): void {
    this.#model = { ...this.#model, ...change, press: this.#press, today: this.#today() } as Model
    this.#rendering = true
    render(view(this.#model), this.#document.body)
    this.#rendering = false
    this.#tellProgress()
  }

  /** Sets how a press of the button is handled; the guard may call this before there is a form. */
  showPress(press: Press): void {
    this.#press = press
    if (this.#model) this.show({})
  }

  setLocale(locale: string, direction: 'ltr' | 'rtl', title: string): void {
    Object.assign(this.#document.documentElement, { lang: locale, dir: direction })
    this.#document.title = title
  }

  apply(appearance: Appearance): void {
    const theme = Object.entries(themeOf(appearance))
    const { style, dataset } = this.#document.documentElement
    dataset.scheme = schemeOf(appearance)
    for (const [property, value] of theme) style.setProperty(property, value ?? '')
  }

  /** Shows all problems and focuses the first one; true when there are none. */
  checkForm(): boolean {
    const model = this.#model!
    if (!isPayable(model)) return false
    if (firstWrong(model.form, model) === undefined) return true
    this.show({ form: refuse(model.form, model) })
    this.focus()
    return false
  }

  /** Focuses the first field that is empty or wrong, or else the button. */
  focus(): void {
    if (!this.#model) return
    const wanted = firstWrong(this.#model.form, this.#model)
    this.focusOn(wanted ? `#${wanted}` : '[type=submit]')
  }

  focusOn(selector: string): void {
    this.#document.querySelector<HTMLElement>(selector)?.focus()
  }

  /** Clears the document, beginning with what was typed. */
  clear(): void {
    for (const input of this.#document.body.querySelectorAll<HTMLInputElement>('input[type=text]')) input.value = ''
    this.#model = undefined
    this.#gone.abort()
    render(nothing, this.#document.body)
  }

  #listen(): void {
    const { body } = this.#document
    const { signal } = this.#gone
    body.addEventListener('input', (event) => this.#typed(event as InputEvent), { signal })
    body.addEventListener('compositionend', (event) => this.#typed(event), { signal })
    body.addEventListener('change', (event) => this.#chose(event), { signal })
    body.addEventListener('click', (event) => this.#pressed(event), { signal })
    body.addEventListener('keydown', (event) => this.#escaped(event), { signal })
    body.addEventListener('focusout', (event) => this.#left(event), { signal })
    body.addEventListener('mousedown', holdStill, { signal })
    body.addEventListener('submit', (event) => this.#submitted(event), { signal })
  }

  #typed(event: InputEvent | CompositionEvent): void {
    const name = this.#fieldOf(event.target)
    if (!name || !this.#model || ('isComposing' in event && event.isComposing)) return
    const input = event.target as HTMLInputElement
    const { form, phase, notice } = this.#model
    const before = form.values[name] ?? ''
    if (phase !== 'editing') return void (input.value = before)
    const forward = 'inputType' in event && event.inputType === 'deleteContentForward'
    const edit = { before, raw: input.value, caret: caretOf(input), forward }
    const mask = maskOf(name, form, this.#model)
    const shown = mask ? applyMask(mask, edit) : { value: edit.raw, caret: edit.caret }
    // The template writes a value only when the model's changes, which a rejected character does not cause.
    if (input.value !== shown.value) input.value = shown.value
    this.show({ form: type(form, name, shown.value, this.#model), notice: name === 'number' ? '' : notice })
    // Setting the caret in a field without focus, as when autofill writes, would move the focus there.
    if (mask && this.#document.activeElement === input) input.setSelectionRange(shown.caret, shown.caret)
    this.#told.typed()
  }

  #left({ target }: FocusEvent): void {
    const name = this.#fieldOf(target)
    if (name && !this.#rendering && this.#model?.phase === 'editing') this.show({ form: leave(this.#model.form, name) })
  }

  /** A stored or a new card, a brand, or the consent to store the card was chosen. */
  #chose({ target }: Event): void {
    const { name, id, value, checked } = target as HTMLInputElement
    const model = this.#model
    if (model?.phase !== 'editing') return
    if (name === 'means') this.show({ form: choose(model.form, this.#bindingAt(value)), notice: '' })
    if (name === 'brand') this.show({ form: { ...model.form, brand: value } })
    if (id === 'save') this.show({ form: { ...model.form, save: checked } })
  }

  #pressed({ target }: Event): void {
    const button = (target as Element).closest<HTMLButtonElement>('button[data-act]')
    if (!button || this.#model?.phase !== 'editing') return
    this.#told.pressed(button.dataset['act']!, this.#bindingAt(button.value))
  }

  #escaped({ key }: KeyboardEvent): void {
    if (key === 'Escape' && this.#model?.removal) this.#told.pressed('keep', undefined)
  }

  /** The list is addressed by index, so that the markup contains no bindingId. */
  #bindingAt(place: string): string | undefined {
    return place ? storedCards(this.#model!)[Number(place)]?.bindingId : undefined
  }

  #submitted(event: SubmitEvent): void {
    event.preventDefault()
    this.#told.submitted()
  }

  #tellProgress(): void {
    const progress = progressOf(this.#model!.form, this.#model!)
    const message = JSON.stringify(progress)
    if (message === this.#progress) return
    this.#progress = message
    this.#told.progressed(progress)
  }

  #watchHeight(): void {
    const { body } = this.#document
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(body.getBoundingClientRect().height / 4) * 4
      if (height === this.#height) return
      this.#height = height
      this.#told.resized(height)
    })
    observer.observe(body)
    this.#gone.signal.addEventListener('abort', () => observer.disconnect())
  }

  #fieldOf(target: EventTarget | null): Field | undefined {
    const { id } = target as Element
    return this.#model && fieldsIn(this.#model.form, this.#model).find((field) => field === id)
  }
}

const caretOf = ({ selectionStart, value }: HTMLInputElement): number => selectionStart ?? value.length

/**
 * A press on a button keeps the focus in its field: an error shown on blur would move the button away from the finger.
 */
function holdStill(event: MouseEvent): void {
  if ((event.target as Element).closest('button')) event.preventDefault()
}
