import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Checkout } from '#contract/checkout.ts'
import { fill, type CardTexts } from '#texts/texts.ts'
import { badge } from './badge.ts'
import { codeLength } from './cvc.ts'
import type { Month } from './expiry.ts'
import { brandIn, fields, problemsOf, shownProblems, type Field, type Form } from './form.ts'
import { showMoney } from './money.ts'

/** All that the screen shows: the same model gives the same screen. */
export interface Model {
  readonly texts: CardTexts
  readonly locale: string
  readonly checkout: Checkout
  readonly form: Form
  /** `hidden` shows nothing; `paying` waits for an answer; `done` has one. */
  readonly phase: 'hidden' | 'editing' | 'paying' | 'done'
  readonly today: Month
}

/** What tells the browser, and its autofill, which field is which. */
const natures: Readonly<Record<Field, { name: string; autocomplete: AutoFill; inputMode: string; longest: number }>> = {
  number: { name: 'cardnumber', autocomplete: 'cc-number', inputMode: 'numeric', longest: 40 },
  expiry: { name: 'exp-date', autocomplete: 'cc-exp', inputMode: 'numeric', longest: 20 },
  cvc: { name: 'cvc', autocomplete: 'cc-csc', inputMode: 'numeric', longest: 8 },
  holder: { name: 'ccname', autocomplete: 'cc-name', inputMode: 'text', longest: 100 },
}

/** The card form as a template. */
export function view(model: Model): TemplateResult | typeof nothing {
  if (model.phase === 'hidden') return nothing
  const { texts } = model
  const brand = brandIn(model.form)
  const brandName = html`<span id="number-hint" class="unseen">${brand.name ?? texts.unknownBrand}</span>`
  return html`<form novalidate autocomplete="on" aria-label=${texts.form} aria-busy=${model.phase === 'paying'}>
    ${field(model, 'number', html`${badge(brand)}${brandName}`)}
    <div class="pair">
      ${field(model, 'expiry', hint('expiry', texts.expiryHint))}
      ${field(model, 'cvc', hint('cvc', fill(texts.cvcHint, { length: codeLength(brand) })))}
    </div>
    ${field(model, 'holder')} ${button(model)}
    <p class="unseen" role="status">${summary(model)}</p>
  </form>`
}

const hint = (of: Field, text: string): TemplateResult => html`<p id="${of}-hint" class="hint">${text}</p>`

/** A label, its input and what there is to say of it: the brand beside the number, an error in the place of a hint. */
function field(model: Model, name: Field, more?: TemplateResult): TemplateResult {
  const error = errorOf(model, name)
  const aside = name === 'number' ? more : nothing
  const below = error ? errorLine(name, error) : name === 'number' ? nothing : (more ?? nothing)
  return html`<div class="field">
    <label for=${name}>${model.texts[name]}</label>
    <div class="box" dir="ltr">${input(model, name, error, more !== undefined)}${aside}</div>
    ${below}
  </div>`
}

function input(model: Model, name: Field, error: string | undefined, hinted: boolean): TemplateResult {
  const nature = natures[name]
  const described = [error && `${name}-error`, hinted && (!error || name === 'number') && `${name}-hint`].filter(
    Boolean,
  )
  return html`<input
    id=${name}
    name=${nature.name}
    type="text"
    autocomplete=${nature.autocomplete}
    inputmode=${nature.inputMode}
    maxlength=${nature.longest}
    autocapitalize=${name === 'holder' ? 'characters' : 'off'}
    autocorrect="off"
    spellcheck="false"
    aria-required=${asked(model, name)}
    aria-invalid=${error ? 'true' : 'false'}
    aria-describedby=${described.join(' ') || nothing}
    ?readonly=${model.phase !== 'editing'}
    .value=${model.form.values[name]}
  />`
}

/** A code is not asked of a scheme that has none. */
const asked = ({ form }: Model, name: Field): boolean => name !== 'cvc' || brandIn(form).code[0] > 0

const errorLine = (name: Field, text: string): TemplateResult =>
  html`<p id="${name}-error" class="error">
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d="M8 4v5M8 10.6v1.6" /></svg
    ><span>${text}</span>
  </p>`

function button({ texts, phase, checkout, locale }: Model): TemplateResult {
  const sentence = checkout.capture === 'two-phase' ? texts.hold : texts.pay
  const [before, after] = sentence.split('{amount}')
  const busy = phase === 'paying'
  const amount = html`<bdi data-testid="amount">${showMoney(checkout, locale)}</bdi>`
  return html`<button type="submit" data-testid="pay" aria-disabled=${phase !== 'editing'}>
    ${busy ? html`<span class="spinner"></span>` : lock}
    <span>${busy ? texts.paying : html`${before}${amount}${after}`}</span>
  </button>`
}

const lock = html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
  <rect x="2.8" y="7" width="10.4" height="7.2" rx="1.8" />
  <path d="M5 7V4.8a3 3 0 0 1 6 0V7" />
</svg>`

function errorOf(model: Model, name: Field): string | undefined {
  const problem = shownProblems(model.form, model.today)[name]
  return problem && sentence(model, problem)
}

const sentence = ({ texts, form }: Model, problem: keyof CardTexts): string =>
  fill(texts[problem], { length: codeLength(brandIn(form)) })

/** Read out once when a submit was refused. */
function summary(model: Model): string {
  if (!model.form.refused) return ''
  const problems = problemsOf(model.form, model.today)
  return fields
    .flatMap((name) => problems[name] ?? [])
    .map((problem) => sentence(model, problem))
    .join(' ')
}
