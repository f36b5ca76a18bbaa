import type { cardOperations } from '#server-contract/issuing/cards.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { maskOf } from '../card-mask.ts'
import { Declined, declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed, customerNamed } from '../find.ts'
import { hasExpired } from '../authorizations/authorise.ts'
import { alphaOf, exchanged } from '../ledger/money.ts'
import { cvcOf } from '../keys/cvc.ts'
import { accountStatuses, cardProduct } from '../requests/choices.ts'
import type { Account, Card } from '../records.ts'
import { chosenNumber } from './chosen-number.ts'
import { holderNameIn } from './holder-name.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { sendHalf } from './messages.ts'

type VirtualCardRequest = Request<typeof cardOperations.createVirtualCard>
type Answered = Answer<typeof cardOperations.createVirtualCard>

const EURO = 978

/**
 * createVirtualCard (card management 4.4): a new card on an account. What virtualCardIdentification requests must be
 * free and valid; `amount`, if any, is the limit of all its payments together (its CARD_TOTAL).
 */
export const createVirtualCard =
  (context: IssuerContext) =>
  (request: VirtualCardRequest): Answered => {
    checkStrictly(context, request)
    const account = accountNamed(context, request.accountNumber)
    check(context, request, account)
    const card = newCard(context, account, request)
    const isHalf = request.deliveryMethod === 'HALF_AND_HALF'
    if (isHalf) sendHalf(context, card, cvcOf(context, card))
    context.tables.cards.put(card.pan, card)
    noteEvent(context, card, 'CARD_ISSUING', request)
    return { virtualCardIdentification: response(context, card, isHalf) }
  }

/** What the document's sandbox restricts (card management 8). */
function checkStrictly(
  { rules }: IssuerContext,
  { amount, currency, deliveryMethod = 'WS' }: VirtualCardRequest,
): void {
  if (rules() !== 'strict') return
  declineIf(amount !== 0, '92', 'amount must be 0: the rules are strict')
  declineIf(currency !== EURO, '92', 'currency must be 978: the rules are strict')
  declineIf(deliveryMethod !== 'WS', '92', 'deliveryMethod must be WS: the rules are strict')
}

function check({ bin, clock }: IssuerContext, request: VirtualCardRequest, account: Account): void {
  const { cardIdentification, virtualCardIdentification, currency } = request
  const template = bin.padEnd(bin.length + 10, '0')
  declineIf(cardIdentification.cardNumber !== template, '92', `cardIdentification.cardNumber must be ${template}`)
  const { expDate, productType } = virtualCardIdentification
  declineIf(productType !== cardProduct, '92', `virtualCardIdentification.productType must be ${cardProduct}`)
  declineIf(hasExpired({ expiry: expDate }, clock.now()), '92', 'virtualCardIdentification.expDate must not be over')
  declineIf(alphaOf(currency) === undefined, '92', 'currency is no numeric code of ISO 4217')
  declineIf(account.status !== accountStatuses.active, '36', 'accountNumber is not an active account')
}

function newCard(context: IssuerContext, { number, customer, currency }: Account, request: VirtualCardRequest): Card {
  const { virtualCardIdentification: wanted, amount, personalData } = request
  const { name, parameters } = customerNamed(context, customer, 'accountNumber')
  const chosen = context.rules() === 'full' ? holderNameIn(personalData) : undefined
  return {
    pan: chosenNumber(context, wanted),
    id: freeId(context, wanted.cardId),
    expiry: wanted.expDate,
    plasticNumber: 1,
    status: 0,
    product: wanted.productType,
    accounts: [number],
    customer,
    cardholder: customer,
    holderName: chosen ?? name.toUpperCase(),
    phone: parameters['mobile_phone'],
    email: parameters['email'],
    createdAt: context.clock.now(),
    cvc: wanted.cvv2,
    pinDenials: 0,
    barCode: freeBarCode(context, wanted.barCode),
    limits: amount ? { CARD_TOTAL: { value: exchanged(amount, request.currency, currency) } } : {},
    geo: [],
    services: {},
  }
}

function freeId({ tables, random }: IssuerContext, wanted = random.uuid()): string {
  if (!tables.cardById.of(wanted).length) return wanted
  throw new Declined('AA', 'virtualCardIdentification.cardId is that of another card')
}

function freeBarCode({ tables }: IssuerContext, wanted: string | undefined): string | undefined {
  if (wanted === undefined || !tables.cardByBarCode.of(wanted).length) return wanted
  throw new Declined('AA', 'virtualCardIdentification.barCode is that of another card')
}

/** With HALF_AND_HALF the mask, else everything; under strict rules the four fields that the document names. */
function response(context: IssuerContext, card: Card, isHalf: boolean): Answered['virtualCardIdentification'] {
  const { pan, id: cardId, expiry: expDate, product: productType, barCode } = card
  const common = { cardId, expDate, productType }
  if (isHalf) return { ...common, cardNumberMask: maskOf(pan) }
  if (context.rules() === 'strict') return { ...common, cardNumber: pan }
  return { ...common, cardNumber: pan, cardNumberMask: maskOf(pan), barCode, cvv2: cvcOf(context, card) }
}
