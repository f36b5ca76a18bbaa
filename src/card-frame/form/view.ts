import { badges, codePlace, marks } from './badge.ts'
import { DECIDED, namesOf } from '../card/brand.ts'
import { field, sentence, withValues } from './field-view.ts'
import { brandIn, fieldsIn, problemsOf, shownProblems } from './form.ts'
import type { Model } from './model.ts'
import { showMoney } from './money.ts'
import { chosenCard, isPayable } from './form-context.ts'
import { channelForm } from '../methods/channels.ts'
import { moneyFirst } from '#texts/texts.ts'
import { h, type Children, type VNode } from '../vdom/h.ts'

/** The card form; nothing while there is none to show. */
export function view(model: Model): readonly VNode[] {
  const { texts, phase, notice, note, stored, payer } = model
  if (phase === 'hidden' || !isPayable(model)) return []
  const { hint } = channelForm(model.checkout)
  // Without a name of its own: the frame around it has it.
  const attributes = { novalidate: true, autocomplete: 'on' }
  const form = h(
    'form',
    { ...attributes, 'aria-busy': String(isUnderWay(model)) },
    hint && h('p', { class: 'notice', id: 'channel-hint' }, texts[hint]),
    notice && h('p', { class: 'notice', id: 'notice' }, withValues(notice)),
    stored?.storedView(model),
    chosenCard(model.form, model) ? undefined : newCard(model),
    payer?.payerView(model),
    stored?.consentView(model),
    h(
      'div',
      { class: 'end', id: 'end' },
      h('p', { class: noteClass(note), id: 'note', role: 'alert', hidden: !note }, note && noteText(texts, note)),
      button(model),
    ),
    h('p', { class: 'unseen', id: 'summary', role: 'status' }, withValues(summary(model))),
  )
  // The heading says what the form does and for how much; what it asks for is the name of the frame around it.
  return [
    h(
      'main',
      {},
      h('h1', { class: 'unseen' }, withAmount(model, h('span', { translate: 'no' }, amountOf(model)))),
      form,
    ),
  ]
}

/** That nothing was charged comes first, in bold letters. */
function noteText(texts: Model['texts'], note: Exclude<Model['note'], ''>): Children {
  const [money, rest] = moneyFirst(texts[note], texts.otherCard)
  return [h('strong', {}, money), rest]
}

const noteClass = (note: Model['note']): string =>
  note.startsWith('trouble') ? 'note bad' : note === 'pressButton' ? 'note press' : 'note'

function newCard(model: Model): readonly Children[] {
  const brand = brandIn(model.form, model)
  const isOpen = brand.id === 'unknown' && model.form.values.number.length < DECIDED
  const name = h('span', { id: 'number-brand', class: 'unseen', translate: 'no' }, namesOf(brand))
  return [
    h(
      'div',
      { class: 'group', id: 'group' },
      field(model, 'number', marks(isOpen), !isOpen && badges(brand, model.drawing), name),
      field(model, 'expiry'),
      !channelForm(model.checkout).isByOperator && field(model, 'cvc', codePlace(brand)),
      field(model, 'holder'),
    ),
    model.choice?.choiceView(model),
  ]
}

/** Whether a payment was begun and the page shows no result yet. */
const isUnderWay = ({ phase }: Model): boolean => phase === 'paying' || phase === 'done'

function button(model: Model): VNode {
  const { texts, phase, press, checkout } = model
  const isPaying = isUnderWay(model) && !!model.isByCard
  const isPaid = isPaying && !!model.isPaid
  const label = isPaying ? (checkout.verify ? texts.saving : texts.paying) : labelOf(model)
  return h(
    'button',
    {
      type: 'submit',
      'data-testid': 'pay',
      disabled: phase === 'loading',
      'aria-disabled': String(phase !== 'editing' || press !== 'ready'),
      'aria-busy': String(press === 'held'),
    },
    // Another label is another node: it takes the place of the one before, which does not move.
    isPaid ? tick : isPaying || press === 'held' ? h('span', { class: 'spinner' }) : lock(phase),
    h('span', { class: isPaid ? 'label unseen' : 'label', id: `pay-${isPaying ? 'paying' : phase}` }, label),
  )
}

/** Until the order is known, the place of the amount is blank. */
const labelOf = (model: Model): Children =>
  withAmount(
    model,
    model.phase === 'loading'
      ? h('span', { class: 'blank' })
      : h('bdi', { 'data-testid': 'amount', translate: 'no' }, amountOf(model)),
  )

/** What the button does, with the amount as an element of its own. */
function withAmount(model: Model, amount: VNode): Children {
  const [before, after] = sentenceOf(model).split('{amount}')
  return after === undefined ? before : [before, amount, after]
}

const sentenceOf = (model: Model): string =>
  model.checkout.verify ? model.texts.saveCard : (model.texts[labelKey(model)] ?? model.texts.pay) // which an older proxy lacks

const amountOf = ({ checkout, texts, locale, phase }: Model): string =>
  phase === 'loading' ? '' : showMoney(checkout, texts.numbers || locale)

function labelKey({ wording, checkout }: Model) {
  const { label } = channelForm(checkout)
  if (label) return label
  if (wording !== 'pay') return wording
  return checkout.capture === 'two-phase' ? 'hold' : 'pay'
}

const lock = (phase: string): VNode =>
  h(
    'svg',
    {
      id: `lock-${phase}`,
      viewBox: '0 0 16 16',
      'aria-hidden': 'true',
    },
    h('rect', { x: 2.8, y: 7, width: 10.4, height: 7.2, rx: 1.8 }),
    h('path', { d: 'M5 7V4.8a3 3 0 0 1 6 0V7' }),
  )

/** Drawn where the spinner was, once the order is paid. */
const tick = h(
  'svg',
  { id: 'tick', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
  h('path', { d: 'M2.5 8.5l4 4 7.5-8', pathLength: 1 }),
)

/** For screen readers: the problems after a rejected submit, what a field did not take, or else what has just happened. */
function summary(model: Model): string {
  const { form, notice } = model
  const untaken = form.untaken?.field
  if (untaken) return sentence(model, untaken, shownProblems(form, model)[untaken]!)
  if (!form.refused) return notice
  const problems = problemsOf(form, model)
  return fieldsIn(form, model)
    .flatMap((name) => (problems[name] ? sentence(model, name, problems[name]) : []))
    .join(' ')
}
