import { coBadged, type CoBadged } from '#contract/co-badged.ts'
import type { Brand, Mark } from '../card/brand.ts'
import { brandIn } from '../form/form.ts'
import type { Model } from '../form/model.ts'
import { h, type VNode } from '../vdom/h.ts'

/** Adopted beside the frame's own style sheet. */
export const css = `
.choice, .choice div { display: flex; flex-wrap: wrap; gap: 0 24px }
.choice { margin-block: -8px }
.choice legend { float: left; margin: 0; padding-block: 11px }
[dir=rtl] .choice legend { float: right }
.choice label { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; font-weight: 400; cursor: pointer }
.choice [type=radio] { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); cursor: inherit }
`

/** The brands of a co-badged card, the default first; empty for a card with one brand. */
const brandsOf = (brand: Brand): readonly Mark[] => (brand.also ? [brand, brand.also] : [])

/** The brand to send with the payment: the chosen one, or the first; a choice made for another card is ignored. */
export function brandOfChoice(of: Brand, chosen: string | undefined): { readonly brand?: CoBadged } {
  const brands = brandsOf(of)
  const wanted = brands.find(({ id }) => id === chosen) ?? brands[0]
  const brand = coBadged.find((known) => known === wanted?.id)
  return brand ? { brand } : {}
}

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
    // Both brands stand in one line, below the legend where it leaves them no room.
    h(
      'div',
      {},
      brands.map(({ id, name }) => h('label', {}, radio(id), h('bdi', { translate: 'no' }, name))),
    ),
  )
}
