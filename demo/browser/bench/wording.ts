import { html, nothing, type TemplateResult } from 'lit'

/** A card's number in groups of four. */
export const spaced = (pan: string): string => pan.replace(/(\S{4})(?=\S)/g, '$1 ')

const digits = new Map<string, number>()

/** Formats minor units as money; without a letter code, as the amount and the numeric currency. */
export function money(amount: number, code: string | undefined, number?: number): string {
  if (!code) return `${amount} (${number ?? ''})`
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  const exponent = digits.get(code) ?? format.resolvedOptions().maximumFractionDigits ?? 2
  digits.set(code, exponent)
  return format.format(amount / 10 ** exponent)
}

/** One row of a list of facts; nothing when it has no value. */
export const fact = (name: string, value: string | undefined, id?: string): TemplateResult | typeof nothing =>
  value
    ? html`<div>
        <dt>${name}</dt>
        <dd dir="auto" data-testid=${id ?? nothing}>${value}</dd>
      </div>`
    : nothing
