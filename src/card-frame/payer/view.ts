import { autocompleteOf, field } from '../form/field-view.ts'
import type { Field } from '../form/fields.ts'
import { requestedIn, fieldSpecOf } from '../form/form.ts'
import type { Model } from '../form/model.ts'
import { h, type Children, type VNode } from '../vdom/h.ts'

/** The requested payer data: the contacts are the rows of one box, the fields of an address those of another. */
export function payerView(model: Model): readonly Children[] {
  const requested = requestedIn(model.form, model)
  const contacts = requested.filter((data) => data !== 'billing').map((data) => field(model, data))
  const address = model.payer!.fieldsOf('billing', model.form.values).map((name) => field(model, name))
  const legend = h('legend', {}, model.texts.billing)
  return [
    contacts.length > 0 && h('div', { class: 'group', id: 'contacts' }, contacts),
    requested.includes('billing') && h('fieldset', { id: 'billing' }, legend, h('div', { class: 'group' }, address)),
  ]
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
