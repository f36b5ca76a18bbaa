import { html, nothing, type TemplateResult } from 'lit'
import type { Transaction } from '#server-contract/issuing/history.ts'
import type { Handlers } from './handlers.ts'
import type { Account, Geo, Selection } from './selection.ts'
import { limits } from './limits.ts'
import { peoplePart } from './owner-panel.ts'
import { fact, money, spaced } from './wording.ts'

/** The panel of one card: picture, state, money, limits, rules, history. */
export const cardPanel = (selection: Selection, handlers: Handlers): TemplateResult => html`
  ${picture(selection)}
  <div class="row actions">
    <button class="primary" data-testid="pay-with-card" @click=${handlers.pay}>Pay with this card</button>
    ${
      selection.card?.hotCardStatus === 0
        ? html`<button @click=${() => handlers.open('blockCard')}>Block…</button>`
        : html`<button @click=${() => handlers.open('validateCard')}>Unblock…</button>`
    }
    <button @click=${() => handlers.open('generateCVC2')}>CVC2…</button>
    <button @click=${() => handlers.open('changePin')}>PIN…</button>
    <button @click=${() => handlers.open('changeCardLimit')}>Limit…</button>
    <button @click=${() => handlers.open('addCardLimitException')}>Exception…</button>
    <button @click=${() => handlers.open('setGeoRestrictions')}>Countries…</button>
    <button @click=${() => handlers.open('setAllowedMccList')}>Merchants…</button>
  </div>
  ${limits(selection.limits, selection.account)} ${permissions(selection)}
  ${entries(selection.entries, selection.account)} ${peoplePart(selection, handlers)}
`

function picture({ card = {}, account }: Selection): TemplateResult {
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

function permissions({ geo, mccList }: Selection): TemplateResult {
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Where it may pay</h2>
    <ul class="plain">
      <li>${mccList.length ? `Only merchants of category ${mccList.join(', ')}` : 'Merchants of every category'}</li>
      ${restrictions(geo)}
    </ul>
  </section>`
}

function restrictions(geo: Geo | undefined): TemplateResult | TemplateResult[] {
  if (!geo?.restrictions?.length) return html`<li>In every country</li>`
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

function entries(all: readonly Transaction[], account: Account | undefined): TemplateResult {
  const line = (entry: Transaction): TemplateResult =>
    html`<tr>
      <td>
        <time datetime=${entry.authorizationDate}>${entry.authorizationDate.slice(0, 16).split('T').map(whole)}</time>
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

const whole = (part: string): TemplateResult => html`<span>${part}</span> `

const codeOf = ({ currency }: Transaction, account: Account | undefined): string | undefined =>
  account?.currency === currency ? account.currencyAlphaCode : undefined

const signOf = ({ operationDirection, amount }: Transaction): string =>
  !amount || operationDirection === 'NOOP' ? '' : operationDirection === 'CREDIT' ? '+' : '−'
