import { retry } from './form.ts'
import type { Model } from './model.ts'
import { firstGood } from './form-context.ts'

/**
 * The form after a refusal: what was typed stays, except the CVC. Where another card is needed, the
 * fields of this one are emptied, or the next usable stored one is chosen, with the advice to use another card.
 */
export function afterRefusal(model: Model, needsAnother: boolean): Partial<Model> {
  const form = retry(model.form)
  if (!needsAnother) return { form, notice: '' }
  const { chosen, values } = form
  if (chosen === undefined)
    return { form: { ...form, values: { ...values, number: '', expiry: '' } }, notice: model.texts.declinedCard }
  const spent = new Set([...model.spent, chosen])
  return { form: { ...form, chosen: firstGood({ ...model, spent }) }, spent, notice: model.texts.declinedCard }
}
