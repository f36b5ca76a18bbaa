import { autocompleteOf, field } from '../form/field-view.ts'
import type { Field } from '../form/fields.ts'
import { requestedIn, fieldSpecOf } from '../form/form.ts'
import type { Model } from '../form/model.ts'
import { h, type VNode } from '../vdom/h.ts'

/** The requested payer data; the fields of an address are grouped. */
export function payerView(model: Model): readonly VNode[] {
  return requestedIn(model.form, model).flatMap((data) => {
    const fields = model.payer!.fieldsOf(data, model.form.values).map((name) => field(model, name))
    const legend = h('legend', {}, model.texts.billing)
    return data === 'billing' ? [h('fieldset', { class: 'pair payer-address', id: 'billing' }, legend, fields)] : fields
  })
}

/** A field with a fixed list of values. */
export function select(model: Model, name: Field, wrong: boolean, described: string): VNode {
  const spec = fieldSpecOf(name, model)
  const choices = spec.choices!(model.locale)
  const value = model.form.values[name] ?? ''
  return h(
    'select',
    {
      class: 'payer-select',
      id: name,
      name: spec.name,
      autocomplete: autocompleteOf(model, name),
      'aria-required': String(!spec.optional),
      'aria-invalid': String(wrong),
      'aria-describedby': described || undefined,
      disabled: model.phase !== 'editing',
      '.value': choices.some(([code]) => code === value) ? value : '',
    },
    h('option', { value: '' }),
    choices.map(([code, text]) => h('option', { value: code }, text)),
  )
}
