import { html, nothing, type TemplateResult } from 'lit/html.js'
import { badges } from './badge.ts'
import { namesOf } from '../card/brand.ts'
import { field, sentence } from './field-view.ts'
import { brandIn, fieldsIn, problemsOf } from './form.ts'
import type { Model } from './model.ts'
import { showMoney } from './money.ts'
import { chosenCard, isPayable } from './form-context.ts'

/** The card form as a template. */
export function view(model: Model): TemplateResult | typeof nothing {
  const { texts, phase, notice, stored, payer } = model
  if (phase === 'hidden' || !isPayable(model)) return nothing
  const moto = model.checkout.channel === 'moto'
  return html`<form novalidate autocomplete="on" aria-label=${texts.form} aria-busy=${phase === 'paying'}>
    ${moto ? html`<p class="notice">${texts.motoHint}</p>` : nothing}
    ${notice ? html`<p class="notice">${notice}</p>` : nothing} ${stored?.storedView(model)}
    ${chosenCard(model.form, model) ? nothing : newCard(model, moto)} ${payer?.payerView(model)}
    ${stored?.consentView(model)}
    <p class="note ${model.note.startsWith('trouble') ? 'bad' : ''}" role="alert" ?hidden=${!model.note}>
      ${model.note && model.texts[model.note]}
    </p>
    ${button(model)}
    <p class="unseen" role="status">${summary(model)}</p>
  </form>`
}

function newCard(model: Model, moto: boolean): TemplateResult {
  const brand = brandIn(model.form, model)
  const name = html`<span id="number-brand" class="unseen">${namesOf(brand) || model.texts.unknownBrand}</span>`
  return html`${field(model, 'number', html`${badges(brand)}${name}`)} ${model.choice?.choiceView(model)}
    <div class="pair">${field(model, 'expiry')}${moto ? nothing : field(model, 'cvc')}</div>
    ${field(model, 'holder')}`
}

function button(model: Model): TemplateResult {
  const { texts, phase, press } = model
  const busy = phase === 'paying'
  const isOff = phase !== 'editing' || press !== 'ready'
  return html`<button type="submit" data-testid="pay" aria-disabled=${isOff} aria-busy=${press === 'held'}>
    ${busy || press === 'held' ? html`<span class="spinner"></span>` : lock}
    <span>${busy ? (model.checkout.verify ? texts.saving : texts.paying) : label(model)}</span>
  </button>`
}

function label({ texts, checkout, locale }: Model): TemplateResult {
  const { verify, capture, channel } = checkout
  if (verify) return html`${texts.saveCard}`
  const sentence = capture === 'two-phase' ? texts.hold : channel === 'moto' ? texts.charge : texts.pay
  const [before, after] = sentence.split('{amount}')
  return html`${before}<bdi data-testid="amount">${showMoney(checkout, locale)}</bdi>${after}`
}

const lock = html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
  <rect x="2.8" y="7" width="10.4" height="7.2" rx="1.8" />
  <path d="M5 7V4.8a3 3 0 0 1 6 0V7" />
</svg>`

/** For screen readers: the problems after a rejected submit, or else what has just happened. */
function summary(model: Model): string {
  const { form, notice } = model
  if (!form.refused) return notice
  const problems = problemsOf(form, model)
  return fieldsIn(form, model)
    .flatMap((name) => problems[name] ?? [])
    .map((problem) => sentence(model, problem))
    .join(' ')
}
