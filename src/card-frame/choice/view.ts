import { brandIn } from '../form/form.ts'
import type { Model } from '../form/model.ts'
import { h, type VNode } from '../vdom/h.ts'
import { brandOfChoice, brandsOf } from './chosen.ts'

/** The choice between the brands of a co-badged card; native radios, so that every key works. */
export function choiceView(model: Model): VNode | undefined {
  const of = brandIn(model.form, model)
  const brands = brandsOf(of)
  if (brands.length === 0) return undefined
  const { brand: chosen } = brandOfChoice(of, model.form.brand)
  const isOff = model.phase !== 'editing'
  const radio = (id: string): VNode =>
    h('input', { type: 'radio', name: 'brand', value: id, disabled: isOff, '.checked': id === chosen })
  return h(
    'fieldset',
    { class: 'choice', id: 'choice', 'data-testid': 'brand-choice' },
    h('legend', {}, model.texts.brandChoice),
    brands.map(({ id, name }) => h('label', {}, radio(id), h('bdi', {}, name))),
  )
}
