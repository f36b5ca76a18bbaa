import type { TestCard } from '#sandbox/cards/test-card.ts'
import { openAccount } from './accounts/open-account.ts'
import { testAccount } from './accounts/products.ts'
import type { IssuerContext } from './context.ts'
import type { Card } from './records.ts'

/** The balance of a test card's account by default, minor units. */
export const fullBalance = 1_000_000_000_00
const EURO = 978
const CUSTOMER = 'TEST'

/** Stores the test cards, each with an account of its own; cards that are already stored stay as they are. */
export function seed(context: IssuerContext, cards: readonly TestCard[]): void {
  const { tables, clock } = context
  if (!tables.customers.get(CUSTOMER))
    tables.customers.put(CUSTOMER, { number: CUSTOMER, name: 'Test Cards', parameters: {}, registeredAt: clock.now() })
  for (const [at, card] of cards.entries()) if (!tables.cards.get(card.pan)) issue(context, card, `TEST-${at + 1}`)
}

function issue(context: IssuerContext, test: TestCard, number: string): void {
  const opening = { number, customer: CUSTOMER, currency: EURO, product: testAccount }
  openAccount(context, opening, test.issuer?.balance ?? fullBalance)
  context.tables.cards.put(test.pan, cardOf(context, test, number))
}

function cardOf({ clock }: IssuerContext, { pan, expiry, cvc, issuer = {} }: TestCard, account: string): Card {
  const { status = 0, limit, quirk } = issuer
  return {
    pan,
    id: `card-${account}`,
    expiry: issuer.expiry ?? expiry,
    plasticNumber: 1,
    status,
    product: 'TEST',
    accounts: [account],
    customer: CUSTOMER,
    cardholder: account,
    holderName: 'TEST CARD',
    createdAt: clock.now(),
    cvc: issuer.cvc ?? cvc,
    pinDenials: 0,
    limits: limit === undefined ? {} : { SINGLE_AMOUNT: { value: limit } },
    geo: [],
    services: {},
    quirk,
  }
}
