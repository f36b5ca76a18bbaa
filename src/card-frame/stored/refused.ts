import type { Outcome } from '#contract/checkout.ts'
import type { Reason } from '#contract/gateway/reasons.ts'
import { retry } from '../form.ts'
import type { Model } from '../model.ts'
import { chosenCard, firstGood } from '../situation.ts'

/** Reasons that the same card will meet again; after the others it may be tried once more. */
const hard: ReadonlySet<Reason> = new Set<Reason>([
  'card_expired',
  'card_restricted',
  'contact_bank',
  'insufficient_funds',
  'limit_exceeded',
])

/** What a refusal changes: the stored card that it spends, and the advice to take another. */
export function refusedFor(model: Model, outcome: Outcome): Partial<Model> {
  if (outcome.state !== 'declined' || !hard.has(outcome.reason)) return { notice: '' }
  const { bindingId } = chosenCard(model.form, model) ?? {}
  const spent = bindingId === undefined ? model.spent : new Set([...model.spent, bindingId])
  return { spent, notice: model.texts.declinedCard }
}

/** The form for another try: what was typed stays but for the code, and a spent card gives way to the next good one. */
export function afterRefusal(model: Model): Partial<Model> {
  const form = retry(model.form)
  const { chosen } = form
  return { form: chosen !== undefined && model.spent.has(chosen) ? { ...form, chosen: firstGood(model) } : form }
}
