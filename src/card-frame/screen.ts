import { nothing, render } from 'lit/html.js'
import type { Appearance, Progress } from '#bridge/protocol.ts'
import { lookOf, schemeOf } from './appearance.ts'
import type { Month } from './expiry.ts'
import { fields, firstWrong, leave, maskOf, progressOf, refuse, type, type Field } from './form.ts'
import { applyMask } from './mask.ts'
import { css } from './styles.ts'
import { view, type Model } from './view.ts'

/** What the screen tells of the shopper's doings. */
export interface Told {
  readonly typed: () => void
  readonly submitted: () => void
  readonly progressed: (progress: Progress) => void
  /** The content's height in CSS pixels, up to the next multiple of 4, so that it tells little. */
  readonly resized: (height: number) => void
}

/** The document's edge: renders the model, and turns what the shopper does into a new one. */
export class Screen {
  readonly #document: Document
  readonly #today: () => Month
  readonly #told: Told
  readonly #gone = new AbortController()
  #model: Model | undefined
  #progress = ''
  #height = -1

  constructor(document: Document, today: () => Month, told: Told) {
    this.#document = document
    this.#today = today
    this.#told = told
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    this.#gone.signal.addEventListener('abort', () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    })
    this.#listen()
    this.#watchHeight()
  }

  get model(): Model | undefined {
    return this.#model
  }

  /** Shows a whole model, or a change of the one that is shown. */
  show(change: Omit<Model, 'today'> | Partial<Model>): void {
    this.#model = { ...this.#model, ...change, today: this.#today() } as Model
    render(view(this.#model), this.#document.body)
    this.#tellProgress()
  }

  speak(locale: string, direction: 'ltr' | 'rtl', title: string): void {
    Object.assign(this.#document.documentElement, { lang: locale, dir: direction })
    this.#document.title = title
  }

  wear(appearance: Appearance): void {
    const { style, dataset } = this.#document.documentElement
    dataset.scheme = schemeOf(appearance)
    for (const [property, value] of Object.entries(lookOf(appearance))) style.setProperty(property, value ?? '')
  }

  /** Shows all that is wrong and leads the shopper to the first of it; true when there is nothing wrong. */
  judge(): boolean {
    const { form, today } = this.#model!
    if (firstWrong(form, today) === undefined) return true
    this.show({ form: refuse(form) })
    this.focus()
    return false
  }

  /** Puts the focus where the shopper has to go on: the first field that is empty or wrong, or the button. */
  focus(): void {
    if (!this.#model) return
    const wanted = firstWrong(this.#model.form, this.#today())
    this.#document.querySelector<HTMLElement>(wanted ? `#${wanted}` : 'button')?.focus()
  }

  /** Takes everything off the document, what was typed first. */
  clear(): void {
    for (const name of fields) {
      const input = this.#input(name)
      if (input) input.value = ''
    }
    this.#model = undefined
    this.#gone.abort()
    render(nothing, this.#document.body)
  }

  #listen(): void {
    const { body } = this.#document
    const { signal } = this.#gone
    body.addEventListener('input', (event) => this.#typed(event as InputEvent), { signal })
    body.addEventListener('compositionend', (event) => this.#typed(event), { signal })
    body.addEventListener('focusout', (event) => this.#left(event), { signal })
    body.addEventListener('mousedown', holdStill, { signal })
    body.addEventListener('submit', (event) => this.#submitted(event), { signal })
  }

  #typed(event: InputEvent | CompositionEvent): void {
    const name = fieldOf(event.target)
    if (!name || !this.#model || ('isComposing' in event && event.isComposing)) return
    const input = event.target as HTMLInputElement
    const { form, phase } = this.#model
    if (phase !== 'editing') return void (input.value = form.values[name])
    const forward = 'inputType' in event && event.inputType === 'deleteContentForward'
    const edit = { before: form.values[name], raw: input.value, caret: caretOf(input), forward }
    const mask = maskOf(name, form)
    const shown = mask ? applyMask(mask, edit) : { value: edit.raw, caret: edit.caret }
    // The template writes a value only when the model's changes, which a refused character does not do.
    if (input.value !== shown.value) input.value = shown.value
    this.show({ form: type(form, name, shown.value, this.#today()) })
    // A caret set in a field without focus would take the focus there, as when autofill writes.
    if (mask && this.#document.activeElement === input) input.setSelectionRange(shown.caret, shown.caret)
    this.#told.typed()
  }

  #left({ target }: FocusEvent): void {
    const name = fieldOf(target)
    if (name && this.#model?.phase === 'editing') this.show({ form: leave(this.#model.form, name) })
  }

  #submitted(event: SubmitEvent): void {
    event.preventDefault()
    this.#told.submitted()
  }

  #tellProgress(): void {
    const progress = progressOf(this.#model!.form, this.#today())
    const said = JSON.stringify(progress)
    if (said === this.#progress) return
    this.#progress = said
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

  #input(name: Field): HTMLInputElement | null {
    return this.#document.querySelector<HTMLInputElement>(`input#${name}`)
  }
}

const fieldOf = (target: EventTarget | null): Field | undefined =>
  fields.find((field) => field === (target as Element | null)?.id)

const caretOf = ({ selectionStart, value }: HTMLInputElement): number => selectionStart ?? value.length

/** A press on the button keeps the focus in its field: an error shown on leaving would move the button from under the finger. */
function holdStill(event: MouseEvent): void {
  if ((event.target as Element).closest('button')) event.preventDefault()
}
