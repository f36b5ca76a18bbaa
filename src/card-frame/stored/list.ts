import type { SavedCard } from '#contract/payment-methods.ts'
import { plural } from '#texts/formats.ts'
import { fill } from '#texts/texts.ts'
import { badges, codePlace } from '../form/badge.ts'
import { brandOfStored } from '../card/brand.ts'
import { errorLine, field, withValues } from '../form/field-view.ts'
import { chosenCard, storedCards } from '../form/form-context.ts'
import type { Model } from '../form/model.ts'
import { h, type Attributes, type Children, type VNode } from '../vdom/h.ts'

/** The choice between the stored cards and another card; native radios, so that every key works. */
export function storedView(model: Model): VNode | undefined {
  const cards = storedCards(model)
  if (cards.length === 0) return undefined
  const shown = shownCards(model, cards)
  return h(
    'fieldset',
    { class: 'stored', id: 'stored', 'aria-labelledby': 'stored-name' },
    h(
      'legend',
      {},
      h('span', { id: 'stored-name' }, model.texts.savedCards),
      shown.length < cards.length && unfold(model, cards.length - shown.length),
    ),
    shown.map((card) => (isLeaving(model, card) ? removal(model, card) : option(model, card, cards.indexOf(card)))),
    model.checkout.card && another(model),
  )
}

/** As many as have room where the fields of a new card were. */
const FIRST = 2

/** The chosen card and the first others, until the shopper asks for all. */
function shownCards(model: Model, cards: readonly SavedCard[]): readonly SavedCard[] {
  if (model.isUnfolded) return cards
  const chosen = chosenCard(model.form, model)
  const first = cards.filter((card) => card !== chosen).slice(0, chosen ? FIRST - 1 : FIRST)
  return cards.filter((card) => card === chosen || first.includes(card))
}

/** Beside the legend; an older proxy lacks the words. */
function unfold({ texts, locale, phase }: Model, more: number): VNode {
  const words = plural(texts, 'moreCards', more, locale) || `+${more}`
  return quiet('all', 'all-cards', words, phase !== 'editing', { 'aria-expanded': 'false' })
}

const isLeaving = ({ removal }: Model, { bindingId }: SavedCard): boolean => removal?.bindingId === bindingId

function option(model: Model, card: SavedCard, at: number): VNode {
  const { texts } = model
  const chosen = chosenCard(model.form, model) === card
  const name = fill(texts.removeCard, { card: storedCardName(card) })
  return h(
    'div',
    { class: model.pressed === card.bindingId ? 'option stored-whole' : 'option' },
    h(
      'label',
      { 'data-testid': 'saved-card' },
      radio(model, String(at), chosen, card.expired),
      badges(brandOfStored(card), model.drawing),
      h(
        'span',
        { class: 'stored-card', 'data-act': 'whole', 'data-at': at },
        h('span', { class: 'stored-title' }, title(model, card)),
        ' ',
        h('span', { class: 'stored-facts' }, facts(model, card)),
      ),
    ),
    chosen && field(model, 'cvc', codePlace(brandOfStored(card))),
    quiet('ask', 'remove-card', texts.remove, model.phase !== 'editing', { 'data-at': at, 'aria-label': name }),
  )
}

const radio = (model: Model, value: string, chosen: boolean, off = false): VNode =>
  h('input', {
    type: 'radio',
    name: 'method',
    value,
    disabled: off || model.phase !== 'editing',
    '.checked': chosen,
  })

const quiet = (act: string, testId: string, text: string, off: boolean, more: Attributes = {}): VNode =>
  h(
    'button',
    {
      type: 'button',
      class: `stored-quiet stored-${act}`,
      'data-testid': testId,
      'data-act': act,
      'aria-disabled': String(off),
      ...more,
    },
    text,
  )

/** What may end in dots has all of it in its title, and in the accessible name. */
const long = (text: string, more: Attributes = {}): VNode =>
  h('bdi', { class: 'stored-long', title: text, ...more }, text)

const title = (model: Model, card: SavedCard): Children => [
  long(brandName(model, card), { translate: brandOfStored(card).name ? 'no' : undefined }),
  ' ',
  h('bdi', { dir: 'ltr', translate: 'no' }, dotted(card)),
]

/** The label comes last and has the room that is left, since all else is needed to choose a card. */
function facts({ texts, spent }: Model, card: SavedCard): Children {
  const { expiry, expired, bindingId } = card
  const label = ownLabel(card)
  const [before, after] = (expired ? texts.savedExpired : texts.savedExpiry).split('{date}')
  const date = expiry && h('bdi', { dir: 'ltr', translate: 'no' }, `${expiry.slice(4)} / ${expiry.slice(2, 4)}`)
  const isSpent = spent.has(bindingId)
  // Each dot is in one piece with what is before it, so that no line begins with one.
  return [
    date && [h('span', { class: expired ? 'stored-bad' : '' }, before, date, after, (isSpent || label) && ' ·'), ' '],
    isSpent && [h('span', { class: 'stored-bad' }, texts.savedDeclined, label && ' ·'), ' '],
    label && long(label),
  ]
}

/** A label that only repeats the masked number is left out. */
const ownLabel = ({ label = '' }: SavedCard): string => (/[^\d\s*•xX.-]/.test(label) ? label : '')

function another(model: Model): VNode {
  const chosen = chosenCard(model.form, model) === undefined
  const words = h('span', { class: 'stored-card' }, model.texts.anotherCard)
  const label = h('label', { 'data-testid': 'use-another-card' }, radio(model, 'new', chosen), plus, words)
  return h('div', { class: 'option', id: 'another' }, label)
}

/** Asks for confirmation in the card's own place, where the shopper looks and the focus is. */
function removal(model: Model, card: SavedCard): VNode {
  const { texts } = model
  const { state } = model.removal!
  const isOff = state === 'working'
  return h(
    'div',
    { class: 'option stored-asking', role: 'group', 'aria-labelledby': 'removal' },
    h('p', { id: 'removal' }, withValues(fill(texts.removeAsk, { card: storedCardName(card) }))),
    state === 'failed' && errorLine('removal-error', texts.removeFailed),
    h(
      'div',
      { class: 'stored-answers', id: 'answers' },
      quiet('remove', 'remove-confirm', texts.remove, isOff),
      quiet('keep', 'remove-cancel', texts.keep, isOff),
    ),
  )
}

/** In the column of the marks. */
const plus = h(
  'span',
  { class: 'badges' },
  h('svg', { class: 'badge', viewBox: '0 0 38 24', 'aria-hidden': 'true' }, h('path', { d: 'M12 12h14M19 5v14' })),
)

const brandName = ({ texts }: Model, card: SavedCard): string => brandOfStored(card).name ?? texts.unknownBrand

const dotted = ({ maskedPan }: SavedCard): string => `•••• ${maskedPan.slice(-4)}`

/**
 * The name of a card in a sentence, which itself says that it is a card where the brand is not known; bidi-isolated, since
 * its digits are left-to-right.
 */
export const storedCardName = (card: SavedCard): string =>
  [brandOfStored(card).name, `\u2066${dotted(card)}\u2069`].filter(Boolean).join(' ')

/** Names the card that the security code is of, which a screen reader says in the field alone. */
export function codeName(model: Model): string | undefined {
  const card = chosenCard(model.form, model)
  if (!card) return undefined
  const { texts } = model
  const named = { field: texts.cvc, brand: brandName(model, card), digits: card.maskedPan.slice(-4) }
  return fill(texts.cvcOf, named) || undefined // which an older proxy lacks
}
