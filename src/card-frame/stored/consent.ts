import type { Saving } from '#contract/payment-methods.ts'
import { dateIn, unitsIn } from '#texts/formats.ts'
import { fill, type CardTexts, type Formats } from '#texts/texts.ts'
import { chosenCard } from '../form/form-context.ts'
import type { Model } from '../form/model.ts'
import { h, type VNode } from '../vdom/h.ts'

/**
 * Asks whether a new card may be stored, or states that it will be; for recurring payments with their interval and end
 * date.
 */
export function consentView(model: Model): VNode | undefined {
  const { checkout, form, phase } = model
  const { saving } = checkout
  if (saving.mode === 'never' || chosenCard(form, model)) return undefined
  const text = consentText(model)
  if (saving.mode === 'required') return h('p', { class: 'consent', id: 'consent' }, text)
  const box = { type: 'checkbox', id: 'save', 'data-testid': 'save-card', disabled: phase !== 'editing' }
  return h(
    'label',
    { class: 'consent', id: 'consent' },
    h('input', { ...box, '.checked': form.save }),
    h('span', {}, text),
  )
}

function consentText({ texts, locale, checkout: { saving } }: Model): string {
  const { period, day } = scheduleOf(saving, texts, locale)
  return fill(texts[consentTextName(saving, period !== undefined && day !== undefined)], {
    ...(period && { period }),
    ...(day && { day }),
  })
}

type Consent = 'Common' | 'Recurrent' | 'Schedule'

function consentTextName({ mode, as }: Saving, isScheduled: boolean): keyof CardTexts {
  const kind: Consent = as === 'common' ? 'Common' : isScheduled ? 'Schedule' : 'Recurrent'
  return mode === 'required' ? `saved${kind}` : `save${kind}`
}

/** The interval in days and the last day (YYYYMMDD), formatted for the shopper's locale. */
function scheduleOf(
  { frequency, until }: Saving,
  formats: Partial<Formats>,
  locale: string,
): { period?: string; day?: string } {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(until ?? '') ?? []
  const last = year && Date.UTC(+year, +month! - 1, +date!)
  return {
    ...(frequency && { period: unitsIn(locale, formats, [Number(frequency), 'day'], 'long') }),
    ...(last && { day: dateIn(locale, formats, last, { dateStyle: 'long', timeZone: 'UTC' }) }),
  }
}
