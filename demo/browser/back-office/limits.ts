import { html, type TemplateResult } from 'lit'
import type { Limit } from '#server-contract/issuing/blocks.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import type { Account } from './selection.ts'
import { money } from './wording.ts'

const cycles: Readonly<Record<number, string>> = { 0: 'payment', 1: 'day', 2: 'week', 3: 'month', 4: 'year', 5: 'ever' }

/** Limits with bars, and their exceptions; amounts are in the account's currency. */
export function limits(all: readonly Limit[], account: Account | undefined): TemplateResult {
  const shown = (limit: Limit, value: Long = 0): string =>
    limit.name?.includes('COUNT') ? String(value) : money(Number(value), account?.currencyAlphaCode, account?.currency)
  const bar = (limit: Limit): TemplateResult =>
    html`<li>
      <span>${limit.name} <small class="dim">${cycleOf(limit)}</small></span>
      <meter
        min="0"
        max=${Math.max(Number(limit.value ?? 0), 1)}
        high=${Number(limit.value ?? 0) * 0.8}
        value=${limit.currentValue ?? 0}
        aria-label="${limit.name}: ${shown(limit, limit.currentValue)} of ${shown(limit, limit.value)}"
      ></meter>
      <small>${shown(limit, limit.currentValue)} of ${shown(limit, limit.value)}</small>
      ${(limit.limitExceptions ?? []).map(
        ({ startDate, endDate, value }) =>
          html`<small class="dim">${startDate} to ${endDate}: ${shown(limit, value ?? limit.value)}</small>`,
      )}
    </li>`
  return html`<section aria-labelledby="limits">
    <h2 id="limits">Limits</h2>
    ${
      all.length
        ? html`<ul class="limits">
            ${all.map(bar)}
          </ul>`
        : html`<p class="dim">None: this product has no limits of its own.</p>`
    }
  </section>`
}

const cycleOf = ({ cycleType = 0, cycleLength = 1 }: Limit): string =>
  cycleLength > 1 ? `every ${cycleLength} ${cycles[cycleType]}s` : `per ${cycles[cycleType] ?? cycleType}`
