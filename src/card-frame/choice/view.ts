import { html, nothing, type TemplateResult } from 'lit/html.js'
import { brandIn } from '../form/form.ts'
import type { Model } from '../form/model.ts'
import { brandOfChoice, brandsOf } from './chosen.ts'

/** The choice between the brands of a co-badged card; native radios, so that every key works. */
export function choiceView(model: Model): TemplateResult | typeof nothing {
  const of = brandIn(model.form, model)
  const brands = brandsOf(of)
  if (brands.length === 0) return nothing
  const { brand: chosen } = brandOfChoice(of, model.form.brand)
  return html`<fieldset class="choice" data-testid="brand-choice">
    <legend>${model.texts.brandChoice}</legend>
    ${brands.map(
      ({ id, name }) =>
        html`<label
          ><input
            type="radio"
            name="brand"
            value=${id}
            .checked=${id === chosen}
            ?disabled=${model.phase !== 'editing'}
          /><bdi>${name}</bdi></label
        >`,
    )}
  </fieldset>`
}
