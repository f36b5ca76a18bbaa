import { html, nothing, type TemplateResult } from 'lit'
import { fractionDigitsOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'

/** A card's number in groups of four. */
export const spaced = (pan: string): string => pan.replace(/(\S{4})(?=\S)/g, '$1 ')

/** Formats minor units as money; without a letter code, as the amount and the numeric currency. */
export function money(amount: number, letters: string | undefined, number?: number): string {
  if (!letters) return `${amount} (${number ?? ''})`
  return moneyFormat('en', letters, fractionDigitsOf(String(number).padStart(3, '0')))(amount)
}

/** One row of a list of facts; nothing when it has no value. */
export const fact = (name: string, value: string | undefined, id?: string): TemplateResult | typeof nothing =>
  value
    ? html`<div>
        <dt>${name}</dt>
        <dd dir="auto" data-testid=${id ?? nothing}>${value}</dd>
      </div>`
    : nothing
