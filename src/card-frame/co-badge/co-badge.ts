import { coBadged, type CoBadged } from '#contract/co-badged.ts'
import type { Brand, Mark } from '../card/brand.ts'
import { badges } from '../form/badge.ts'
import { brandIn } from '../form/form.ts'
import type { Model } from '../form/model.ts'
import { h, type VNode } from '../vdom/h.ts'

/** Adopted beside the frame's own style sheet. */
export const css = `
.choice { gap: 0 }
.choice div { display: grid; grid: auto / 1fr 1fr }
.choice label { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 4px 12px; border: 1px solid var(--border); background: var(--field); font-size: .875rem; font-weight: 400; cursor: pointer }
.choice label:first-child { border-inline-end: 0; border-start-start-radius: var(--radius); border-end-start-radius: var(--radius) }
.choice label:last-child { border-start-end-radius: var(--radius); border-end-end-radius: var(--radius) }
.choice svg { width: 32px; height: 20px }
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
    h(
      'div',
      {},
      brands.map((one) =>
        h(
          'label',
          {},
          radio(one.id),
          badges({ ...one, also: undefined }, model.drawing),
          h('bdi', { translate: 'no' }, one.name),
        ),
      ),
    ),
  )
}
