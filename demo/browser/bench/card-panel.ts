import { html, nothing, type TemplateResult } from 'lit'
import type { Account, Entry, Geo, Holding, Limit } from './holding.ts'

/** What the panel lets a person do with the card. */
export interface Hands {
  readonly take: (cardNumber: string) => void
  readonly open: (operation: string) => void
  readonly pay: () => void
}

const spaced = (pan: string): string => pan.replace(/(\S{4})(?=\S)/g, '$1 ')

const digits = new Map<string, number>()

/** Minor units as money; a currency that the browser does not know keeps its number. */
export function money(amount: number, code: string | undefined, number?: number): string {
  if (!code) return `${amount} (${number ?? ''})`
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  const exponent = digits.get(code) ?? format.resolvedOptions().maximumFractionDigits ?? 2
  digits.set(code, exponent)
  return format.format(amount / 10 ** exponent)
}

/** The panel of one card: picture, state, money, limits, rules, history. */
export const cardPanel = (holding: Holding, hands: Hands): TemplateResult => html`
  ${picture(holding)}
  <div class="row actions">
    <button class="primary" data-testid="pay-with-card" @click=${hands.pay}>Pay with this card</button>
    ${
      holding.card?.hotCardStatus === 0
        ? html`<button @click=${() => hands.open('blockCard')}>Block…</button>`
        : html`<button @click=${() => hands.open('validateCard')}>Unblock…</button>`
    }
    <button @click=${() => hands.open('generateCVC2')}>CVC2…</button>
    <button @click=${() => hands.open('changeCardLimit')}>Limit…</button>
    <button @click=${() => hands.open('setGeoRestrictions')}>Countries…</button>
    <button @click=${() => hands.open('setAllowedMccList')}>Merchants…</button>
  </div>
  ${limits(holding.limits, holding.account)} ${rules(holding)} ${entries(holding.entries, holding.account)}
  ${siblings(holding, hands)}
`

function picture({ card = {}, account }: Holding): TemplateResult {
  const status = card.hotCardStatus ?? 0
  return html`<figure class="plastic ${status === 0 ? '' : 'blocked'}" data-testid="card-picture">
    <figcaption>
      <b>${card.cardTypeName ?? 'Card'}</b>
      <span class="status" data-testid="card-status">${status} · ${card.hotCardStatusDescription ?? ''}</span>
    </figcaption>
    <span class="number" dir="ltr">${spaced(card.cardNumber ?? card.cardNumberMask ?? '')}</span>
    <span class="foot"
      ><span>${card.embossedName ?? ''}</span
      ><span>${(card.expiryDate ?? '').replace(/^..(..)(..)$/, '$2/$1')}</span></span
    >
    <dl>
      ${fact('Available', account && money(account.balance, account.currencyAlphaCode, account.currency), 'balance')}
      ${fact('Account', account?.number)}
      ${fact('Customer', [card.customerName, card.customerId].filter(Boolean).join(' · '))}
      ${fact('Card id', card.cardId)} ${fact('Phone', card.cardholderMobilePhoneNumber)}
      ${fact('Wrong PINs', String(card.pinDenialCounter ?? 0))}
    </dl>
  </figure>`
}

const fact = (name: string, value: string | undefined, id?: string): TemplateResult | typeof nothing =>
  value
    ? html`<div>
        <dt>${name}</dt>
        <dd dir="auto" data-testid=${id ?? nothing}>${value}</dd>
      </div>`
    : nothing

const cycles: Readonly<Record<number, string>> = { 0: 'payment', 1: 'day', 2: 'week', 3: 'month', 4: 'year', 5: 'ever' }

function limits(all: readonly Limit[], account: Account | undefined): TemplateResult {
  const shown = (limit: Limit, value = 0): string =>
    limit.name.includes('COUNT') ? String(value) : money(value, account?.currencyAlphaCode, account?.currency)
  const bar = (limit: Limit): TemplateResult =>
    html`<li>
      <span>${limit.name} <small class="dim">${cycleOf(limit)}</small></span>
      <meter
        min="0"
        max=${Math.max(limit.value ?? 0, 1)}
        high=${(limit.value ?? 0) * 0.8}
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

function rules({ geo, mccList }: Holding): TemplateResult {
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Where it may pay</h2>
    <ul class="plain">
      <li>${mccList.length ? `Only merchants of category ${mccList.join(', ')}` : 'Merchants of every category'}</li>
      ${restrictions(geo)}
    </ul>
  </section>`
}

function restrictions(geo: Geo | undefined): TemplateResult | TemplateResult[] {
  if (!geo?.restrictions.length) return html`<li>In every country</li>`
  const nameOf = (id: number | undefined, among: Geo['regions'] = []): string =>
    among.find((one) => one.id === id)?.description ?? String(id)
  return geo.restrictions.map(
    ({ countryId, regionId, transactionGroupId, status }) =>
      html`<li>
        ${status === 'DISABLED' ? 'Not' : 'Allowed'} in
        ${countryId === undefined ? nameOf(regionId, geo.regions) : nameOf(countryId, geo.countries)}
        <small class="dim">(transaction group ${transactionGroupId})</small>
      </li>`,
  )
}

function entries(all: readonly Entry[], account: Account | undefined): TemplateResult {
  const line = (entry: Entry): TemplateResult =>
    html`<tr>
      <td>
        <time datetime=${entry.authorizationDate}>${entry.authorizationDate.slice(0, 16).replace('T', ' ')}</time>
      </td>
      <td>
        ${entry.transactionType}${entry.merchantName ? html`<br /><small class="dim">${entry.merchantName}</small>` : nothing}
      </td>
      <td class="sum">
        ${signOf(entry)}${entry.amount ? money(entry.amount, codeOf(entry, account), entry.currency) : ''}
      </td>
      <td>
        ${entry.internalResponseCode ? html`<span class="tag declined">${entry.internalResponseCode}</span>` : ''}
      </td>
    </tr>`
  return html`<section aria-labelledby="history">
    <h2 id="history">History</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Entries">
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Amount</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody data-testid="history">
          ${all.map(line)}
        </tbody>
      </table>
    </div>
  </section>`
}

const codeOf = ({ currency }: Entry, account: Account | undefined): string | undefined =>
  account?.currency === currency ? account.currencyAlphaCode : undefined

const signOf = ({ operationDirection, amount }: Entry): string =>
  !amount || operationDirection === 'NOOP' ? '' : operationDirection === 'CREDIT' ? '+' : '−'

const siblings = ({ siblings: all, card }: Holding, hands: Hands): TemplateResult | typeof nothing =>
  all.length < 2
    ? nothing
    : html`<section aria-labelledby="siblings">
        <h2 id="siblings">Cards of the same customer</h2>
        <ul class="plain">
          ${all.map(({ cardNumber = '', hotCardStatus }) =>
            cardNumber === card?.cardNumber
              ? nothing
              : html`<li>
                  <button class="link" @click=${() => hands.take(cardNumber)}>${spaced(cardNumber)}</button>
                  ${hotCardStatus ? html`<small class="dim">status ${hotCardStatus}</small>` : nothing}
                </li>`,
          )}
        </ul>
      </section>`
