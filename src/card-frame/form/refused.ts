import { retry } from './form.ts'
import type { Model } from './model.ts'
import { firstGood } from './form-context.ts'

/**
 * The form for another try: what was typed stays but for the code. A card that will be refused again gives way, a stored
 * one to the next good one, with the advice to take another.
 */
export function afterRefusal(model: Model, isHard: boolean): Partial<Model> {
  const form = retry(model.form)
  if (!isHard) return { form, notice: '' }
  const { chosen, values } = form
  if (chosen === undefined)
    return { form: { ...form, values: { ...values, number: '', expiry: '' } }, notice: model.texts.declinedCard }
  const spent = new Set([...model.spent, chosen])
  return { form: { ...form, chosen: firstGood({ ...model, spent }) }, spent, notice: model.texts.declinedCard }
}
