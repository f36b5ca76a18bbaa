import type { Outcome } from '#contract/checkout.ts'
import { otherCard } from '#contract/reasons.ts'
import { retry } from './form.ts'
import type { Model } from './model.ts'
import { firstGood } from './form-context.ts'

/** Why the card of the form did not pay. */
export type Refusal = Extract<Outcome, { state: 'declined' }>

/**
 * The form after a refusal: what was typed stays, except the CVC. Where the card's data was wrong, all of its fields are
 * marked, since the bank does not say which it was; the sentence is the page's. Where another card is needed, the fields
 * of this one are emptied, or the next usable stored one is chosen. After a soft refusal the page shows the reason above
 * the form; after a hard one it no longer does, and the form says that another card is needed.
 */
export function afterRefusal(model: Model, { kind, reason }: Refusal): Partial<Model> {
  const form = retry(model.form)
  if (reason === 'wrong_details') return { form: { ...form, doubted: true }, notice: '' }
  if (kind !== 'hard' && !otherCard.has(reason)) return { form, notice: '' }
  const notice = kind === 'hard' ? model.texts.declinedCard : ''
  const { chosen, values } = form
  if (chosen === undefined) return { form: { ...form, values: { ...values, number: '', expiry: '' } }, notice }
  const spent = new Set([...model.spent, chosen])
  return { form: { ...form, chosen: firstGood({ ...model, spent }) }, spent, notice }
}
