import { html, nothing, type TemplateResult } from 'lit'
import type { Handlers } from './handlers.ts'
import type { Account, Selection } from './selection.ts'
import { limits } from './limits.ts'
import { fact, money, spaced } from './wording.ts'

/** The panel when no card is selected: the account that was found, and its owner. */
export const ownerPanel = (selection: Selection, handlers: Handlers): TemplateResult =>
  html`${selection.account ? accountPart(selection.account, handlers) : nothing}
  ${selection.limits.length ? limits(selection.limits, selection.account) : nothing} ${peoplePart(selection, handlers)}`

const accountPart = (account: Account, handlers: Handlers): TemplateResult => {
  const { number, balance, creditLimit, currency, currencyAlphaCode: letters } = account
  return html`<section aria-labelledby="account" data-testid="account">
    <h2 id="account">Account</h2>
    <dl class="facts">
      ${fact('Number', number)} ${fact('Available', money(balance, letters, currency))}
      ${fact('Credit limit', creditLimit ? money(creditLimit, letters, currency) : undefined)}
    </dl>
    <div class="row actions">
      <button class="primary" @click=${() => handlers.open('createVirtualCard')}>New card…</button>
      <button @click=${() => handlers.open('changeAccountLimit')}>Limit…</button>
      <button @click=${() => handlers.open('changeAccountStatus')}>Status…</button>
      <button @click=${() => handlers.open('setAllowedMccList')}>Merchants…</button>
      <button @click=${() => handlers.open('setAllowedBeneficiaries')}>Beneficiaries…</button>
    </div>
  </section>`
}

/** The customer, with its other accounts and cards. */
export function peoplePart(
  { customer, account, card, cards }: Selection,
  handlers: Handlers,
): TemplateResult | typeof nothing {
  const accounts = (customer?.accounts ?? []).filter(({ accountNumber }) => card || accountNumber !== account?.number)
  const others = cards.filter(({ cardId }) => cardId !== card?.cardId)
  if (!customer && !others.length) return nothing
  return html`<section aria-labelledby="people" data-testid="customer">
    <h2 id="people">${customer ? `Customer ${customer.customerNumber}` : 'Cards'}</h2>
    ${customer?.customerName ? html`<p>${customer.customerName}</p>` : nothing}
    ${accounts.length ? html`<h3>${card ? 'Accounts' : 'Other accounts'}</h3>` : nothing}
    <ul class="plain">
      ${accounts.slice(0, MAX_ACCOUNTS).map(
        ({ accountNumber = '', product }) =>
          html`<li>
            <button class="link" @click=${() => handlers.find('account', accountNumber)}>${accountNumber}</button>
            <small class="dim">${product?.productName}</small>
          </li>`,
      )}
    </ul>
    ${others.length ? html`<h3>${card ? 'Other cards' : 'Cards'}</h3>` : nothing}
    <ul class="plain">
      ${others.map(
        ({ cardNumber, cardNumberMask = '', cardId = '', hotCardStatus }) =>
          html`<li>
            <button class="link" @click=${() => handlers.find('card', cardNumber ?? cardId)}>
              ${spaced(cardNumber ?? cardNumberMask)}
            </button>
            ${hotCardStatus ? html`<small class="dim">status ${hotCardStatus}</small>` : nothing}
          </li>`,
      )}
    </ul>
    ${
      card && customer?.customerNumber !== undefined
        ? html`<p>
            <button @click=${() => handlers.find('customer', customer.customerNumber!)}>Show the customer</button>
          </p>`
        : nothing
    }
  </section>`
}

const MAX_ACCOUNTS = 24
