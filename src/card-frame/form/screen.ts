import type { Progress } from '#bridge/protocol.ts'
import { schemeOf, wordingOf, type Appearance } from '#contract/appearance/appearance.ts'
import { checkedTheme } from './theme.ts'
import { cardFields, type Field } from './fields.ts'
import { choose, fieldsIn, firstWrong, leave, maskOf, progressOf, showAllProblems, type } from './form.ts'
import { firstModel, type FirstTexts } from './first-view.ts'
import { applyMask, type Edit, type MaskedText } from '../card/mask.ts'
import { isEditable, type Model } from './model.ts'
import type { Press } from './press-guard.ts'
import { isPayable, storedCards } from './form-context.ts'
import { view } from './view.ts'
import { reportSet, setCaret, showEdit, Typing } from '../typing/typing.ts'
import { watchHeight } from './height.ts'
import { renderInto, type Render } from '../vdom/patch.ts'

export interface ScreenUpdate {
  /** Runs a task once what is shown now has been painted. */
  readonly afterPaint: (task: () => void) => void
  readonly typed: () => void
  readonly submitted: () => void
  /** A button of the stored cards: `all` shows them, `ask` comes before one is removed, `remove` does it, `keep` does not. */
  readonly pressed: (act: string, bindingId: string | undefined) => void
  readonly progressed: (progress: Progress) => void
  /**
   * The content's height, and where in it a new message above the button begins: in CSS pixels, rounded up to a multiple
   * of 4, so that they reveal little.
   */
  readonly resized: (height: number, message?: number) => void
}

/** Renders the model into the document, and turns the shopper's input into a new model. */
export class Screen {
  readonly #document: Document
  readonly #update: ScreenUpdate
  readonly #gone = new AbortController()
  readonly #render: Render
  readonly #typing: Typing
  #model: Model | undefined
  readonly #adopted = new Set<string>()
  /** Set while rendering: a field that is removed loses the focus without the shopper leaving it. */
  #rendering = false
  /** Set while values that a script has set are read. */
  #isReading = false
  /** Whether the model has changed since it was rendered. */
  #isStale = false
  #progress = ''
  #press: Press = 'ready'
  readonly #reportHeight: (message?: Element | null) => void

  /** Takes over the form that the document came with, and what was typed into it. */
  constructor(document: Document, first: FirstTexts, update: ScreenUpdate) {
    this.#document = document
    this.#update = update
    this.#render = renderInto(document.body, 'main')
    this.#typing = new Typing(document, this.#gone.signal)
    this.#reportHeight = watchHeight(document, this.#gone.signal, update.resized)
    this.#model = firstModel(first)
    this.#takeOver()
    this.#listen()
  }

  #takeOver(): void {
    const carets = cardFields.flatMap((name) => {
      const input = this.#document.querySelector<HTMLInputElement>(`input#${name}`)
      if (!input?.value) return []
      const { caret } = this.#edited(name, { before: '', raw: input.value, caret: input.selectionStart! })
      return [() => setCaret(input, caret)]
    })
    this.show({})
    for (const set of carets) set()
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

  /** Aborts when the screen is cleared. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** The model, with what stands in the fields, also where a script has set it without an event. */
  get model(): Model | undefined {
    this.#readFields()
    return this.#model
  }

  show(change: Partial<Model>): void {
    this.#readFields()
    if (!this.#model) return
    const { note } = this.#model
    this.#model = { ...this.#model, ...change, press: this.#press }
    this.#isStale = false
    this.#rendering = true
    this.#render(view(this.#model))
    this.#rendering = false
    this.#reportProgress()
    if (this.#model.note && this.#model.note !== note) this.#reportHeight(this.#document.querySelector('#note'))
  }

  /** Changes the model for what is shown next. */
  keep(change: Partial<Model>): void {
    if (this.#model) this.#model = { ...this.#model, ...change }
  }

  /** Shows the changed model once the field with the key has been painted, which waits for nothing else. */
  #showSoon(): void {
    if (this.#isStale || this.#isReading) return
    this.#isStale = true
    this.#update.afterPaint(() => {
      if (this.#isStale) this.show({})
    })
  }

  /** Sets how a press of the button is handled. */
  showPress(press: Press): void {
    this.#press = press
    this.show({})
  }

  setLocale(locale: string, direction: 'ltr' | 'rtl'): void {
    Object.assign(this.#document.documentElement, { lang: locale, dir: direction })
  }

  setTitle(title: string): void {
    this.#document.title = title
  }

  apply(appearance: Appearance): void {
    const { properties, switches } = checkedTheme(appearance)
    const { style, dataset } = this.#document.documentElement
    dataset.scheme = schemeOf(appearance)
    for (const [property, value] of Object.entries(properties)) style.setProperty(property, value ?? '')
    for (const [name, value] of Object.entries(switches)) dataset[name] = value ?? ''
    const { wording = 'pay' } = wordingOf(appearance.wording)
    if (wording !== this.#model?.wording) this.show({ wording })
  }

  /** Shows all problems and focuses the first one; true when there are none. */
  checkForm(): boolean {
    const model = this.#model!
    if (!isPayable(model)) return false
    if (firstWrong(model.form, model) === undefined) return true
    this.show({ form: showAllProblems(model.form, model) })
    this.focus()
    return false
  }

  /** Focuses the first field that is empty or wrong, or else the button. */
  focus(options?: FocusOptions): void {
    if (!this.#model) return
    const wanted = firstWrong(this.#model.form, this.#model)
    this.focusOn(wanted ? `#${wanted}` : '[type=submit]', options)
  }

  focusOn(selector: string, options?: FocusOptions): void {
    this.#document.querySelector<HTMLElement>(selector)?.focus(options)
  }

  /** Clears the document, beginning with what was typed. */
  clear(): void {
    for (const input of this.#document.body.querySelectorAll<HTMLInputElement>('input[type=text]')) input.value = ''
    this.#model = undefined
    this.#gone.abort()
    this.#render([])
  }

  #listen(): void {
    const { body } = this.#document
    const { signal } = this.#gone
    for (const before of ['change', 'focusout'])
      body.addEventListener(before, () => this.#readFields(), { signal, capture: true })
    body.addEventListener('input', (event) => this.#typed(event as InputEvent), { signal })
    body.addEventListener('compositionend', (event) => this.#typed(event), { signal })
    body.addEventListener('change', (event) => this.#chose(event), { signal })
    body.addEventListener('click', (event) => this.#pressed(event), { signal })
    body.addEventListener('keydown', (event) => this.#escaped(event), { signal })
    body.addEventListener('focusout', (event) => this.#left(event), { signal })
    body.addEventListener('mousedown', keepFocus, { signal })
    body.addEventListener('submit', (event) => this.#submitted(event), { signal })
  }

  #typed(event: Event): void {
    const model = this.#model
    const name = this.#fieldOf(event.target)
    if (!name || !model) return
    const input = event.target as HTMLInputElement
    const before = model.form.values[name] ?? ''
    if (!isEditable(model)) return void (input.value = before)
    if (this.#typing.isComposing(event)) return this.keep({ form: type(model.form, name, input.value, model) })
    const edited = this.#edited(name, this.#typing.editOf(event, before))
    showEdit(input, edited)
    this.#showSoon()
    this.#update.typed()
  }

  /** Takes what was typed into the model, formatted; returns it with the caret at the same digit. */
  #edited(name: Field, edit: Edit): MaskedText {
    const model = this.#model!
    const mask = maskOf(name, model.form, model)
    const shown = mask ? applyMask(mask, edit) : { value: edit.raw, caret: edit.caret, refused: undefined }
    this.#model = { ...model, form: type(model.form, name, shown.value, model, shown.refused) }
    return shown
  }

  /** Reads what a script has set without an event, so that what stands in the form counts. */
  #readFields(): void {
    const model = this.#model
    if (!model || this.#rendering || this.#isReading || !isEditable(model)) return
    this.#isReading = true
    const isSet = fieldsIn(model.form, model)
      .map((name) => reportSet(this.#document.querySelector(`.box > #${name}`), model.form.values[name] ?? ''))
      .includes(true)
    const box = this.#document.querySelector<HTMLInputElement>('#save')
    if (box) this.keep({ form: { ...this.#model!.form, save: box.checked } })
    this.#isReading = false
    if (isSet) this.#showSoon()
  }

  #left({ target }: FocusEvent): void {
    const name = this.#fieldOf(target)
    if (name && !this.#rendering && this.#model && isEditable(this.#model))
      this.show({ form: leave(this.#model.form, name) })
  }

  /** A stored or a new card, a brand, or the consent to store the card was chosen. */
  #chose({ target }: Event): void {
    const { name, id, value, checked } = target as HTMLInputElement
    const model = this.#model
    if (model?.phase !== 'editing') return
    const card = this.#bindingAt(value)
    if (name === 'method') this.show({ form: choose(model.form, card), pressed: card })
    if (name === 'brand') this.show({ form: { ...model.form, brand: value } })
    if (id === 'save') this.show({ form: { ...model.form, save: checked } })
  }

  #pressed({ target }: Event): void {
    const pressed = (target as Element).closest<HTMLElement>('[data-act]')
    if (!pressed || this.#model?.phase !== 'editing') return
    this.#update.pressed(pressed.dataset['act']!, this.#bindingAt(pressed.dataset['at']))
  }

  #escaped({ key }: KeyboardEvent): void {
    if (key === 'Escape' && this.#model?.removal) this.#update.pressed('keep', undefined)
  }

  /** The list is addressed by index, so that the markup contains no bindingId. */
  #bindingAt(place: string | undefined): string | undefined {
    return place ? storedCards(this.#model!)[Number(place)]?.bindingId : undefined
  }

  #submitted(event: SubmitEvent): void {
    event.preventDefault()
    this.#update.submitted()
  }

  #reportProgress(): void {
    if (this.#model!.phase === 'loading') return
    const progress = progressOf(this.#model!.form, this.#model!)
    const message = JSON.stringify(progress)
    if (message === this.#progress) return
    this.#progress = message
    this.#update.progressed(progress)
  }

  #fieldOf(target: EventTarget | null): Field | undefined {
    const { id } = target as Element
    return this.#model && fieldsIn(this.#model.form, this.#model).find((field) => field === id)
  }
}

/**
 * A press on a button or a label keeps the focus in its field: an error that comes or goes on blur would move them away
 * from the finger.
 */
function keepFocus(event: MouseEvent): void {
  if ((event.target as Element).closest('button, label')) event.preventDefault()
}
