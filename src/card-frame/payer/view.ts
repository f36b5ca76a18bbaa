import { html, nothing, type TemplateResult } from 'lit/html.js'
import { autocompleteOf, field } from '../form/field-view.ts'
import { payerFields, type Field, type PayerField } from '../form/fields.ts'
import { requestedIn, natureOf } from '../form/form.ts'
import type { Model } from '../form/model.ts'

/** The requested payer data; the fields of an address are grouped. */
export function payerView(model: Model): readonly TemplateResult[] {
  return requestedIn(model.form, model).map((data) => {
    const options = payerFields[data].map((name: PayerField) => field(model, name))
    return data === 'billing'
      ? html`<fieldset class="pair">
          <legend>${model.texts.billing}</legend>
          ${options}
        </fieldset>`
      : html`${options}`
  })
}

/** A field with a fixed list of values. */
export function select(model: Model, name: Field, wrong: boolean, described: string): TemplateResult {
  const nature = natureOf(name, model)
  const value = model.form.values[name] ?? ''
  return html`<select
    id=${name}
    name=${nature.name}
    autocomplete=${autocompleteOf(model, name)}
    aria-required="true"
    aria-invalid=${wrong ? 'true' : 'false'}
    aria-describedby=${described || nothing}
    ?disabled=${model.phase !== 'editing'}
  >
    <option value="" ?selected=${!value}></option>
    ${nature.choices!(model.locale).map(
      ([code, text]) => html`<option value=${code} ?selected=${code === value}>${text}</option>`,
    )}
  </select>`
}
