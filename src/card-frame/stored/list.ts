import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SavedCard } from '#contract/payment-methods.ts'
import { fill } from '#texts/texts.ts'
import { badges } from '../form/badge.ts'
import { brandOfStored } from '../card/brand.ts'
import { errorLine, field } from '../form/field-view.ts'
import { chosenCard, storedCards } from '../form/form-context.ts'
import type { Model } from '../form/model.ts'

/** The choice between the stored cards and another card; native radios, so that every key works. */
export function storedView(model: Model): TemplateResult | typeof nothing {
  const cards = storedCards(model)
  if (cards.length === 0) return nothing
  return html`<fieldset class="stored">
    <legend>${model.texts.savedCards}</legend>
    ${cards.map((card, at) => (isLeaving(model, card) ? removal(model, card) : option(model, card, at)))}
    ${model.checkout.card ? another(model) : nothing}
  </fieldset>`
}

const isLeaving = ({ removal }: Model, { bindingId }: SavedCard): boolean => removal?.bindingId === bindingId

function option(model: Model, card: SavedCard, at: number): TemplateResult {
  const { texts } = model
  const chosen = chosenCard(model.form, model) === card
  return html`<div class="option">
    <label data-testid="saved-card">
      ${radio(model, String(at), chosen, card.expired)}${badges(brandOfStored(card))}
      <span>${title(model, card)} <span class="facts">${facts(model, card)}</span></span>
    </label>
    <button
      type="button"
      class="quiet"
      data-testid="remove-card"
      data-act="ask"
      value=${at}
      aria-label=${fill(texts.removeCard, { card: nameOf(model, card) })}
      aria-disabled=${model.phase !== 'editing'}
    >
      ${texts.remove}
    </button>
    ${chosen ? field(model, 'cvc') : nothing}
  </div>`
}

const radio = (model: Model, value: string, chosen: boolean, off = false): TemplateResult =>
  html`<input
    type="radio"
    name="means"
    value=${value}
    .checked=${chosen}
    ?disabled=${off || model.phase !== 'editing'}
  />`

const title = (model: Model, card: SavedCard): TemplateResult =>
  html`${brandName(model, card)} <bdi dir="ltr">${dotted(card)}</bdi>`

function facts({ texts, spent }: Model, card: SavedCard): TemplateResult {
  const { expiry, expired, bindingId } = card
  const label = ownLabel(card)
  const [before, after] = (expired ? texts.savedExpired : texts.savedExpiry).split('{date}')
  return html`<span class=${expired ? 'bad' : ''}
      >${before}<bdi dir="ltr">${expiry.slice(4)} / ${expiry.slice(2, 4)}</bdi>${after}</span
    >${label && html` · <bdi>${label}</bdi>`}${
      spent.has(bindingId) ? html` · <span class="bad">${texts.savedDeclined}</span>` : nothing
    }`
}

/** A label that only repeats the masked number is left out. */
const ownLabel = ({ label = '' }: SavedCard): string => (/[^\d\s*•xX.-]/.test(label) ? label : '')

function another(model: Model): TemplateResult {
  return html`<div class="option">
    <label data-testid="use-another-card"
      >${radio(model, 'new', chosenCard(model.form, model) === undefined)} ${model.texts.anotherCard}</label
    >
  </div>`
}

/** Asks for confirmation in the card's own place, where the shopper looks and the focus is. */
function removal(model: Model, card: SavedCard): TemplateResult {
  const { texts } = model
  const { state } = model.removal!
  const question = fill(texts.removeAsk, { card: nameOf(model, card) })
  return html`<div class="option asking" role="group" aria-labelledby="removal">
    <p id="removal">${question}</p>
    ${state === 'failed' ? errorLine('removal-error', texts.removeFailed) : nothing}
    <div class="answers">
      ${answer('remove', 'remove-confirm', texts.remove, state === 'working')}
      ${answer('keep', 'remove-cancel', texts.keep, state === 'working')}
    </div>
  </div>`
}

const answer = (act: 'remove' | 'keep', testId: string, text: string, off: boolean): TemplateResult =>
  html`<button type="button" class="quiet ${act}" data-testid=${testId} data-act=${act} aria-disabled=${off}>
    ${text}
  </button>`

const brandName = ({ texts }: Model, card: SavedCard): string => brandOfStored(card).name ?? texts.unknownBrand

const dotted = ({ maskedPan }: SavedCard): string => `•••• ${maskedPan.slice(-4)}`

/** The name of a card in a sentence; bidi-isolated, since its digits are left-to-right. */
export const nameOf = (model: Model, card: SavedCard): string => `${brandName(model, card)} \u2066${dotted(card)}\u2069`
