import type { Debit, Debited } from '#server-contract/issuing/debits.ts'
import { ForeignAnswer } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import { actionFor, MALFUNCTION, UNANSWERED, UNREACHABLE } from '../cards/action-for-response.ts'
import type { Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import type { Event } from '../orders/order-lifecycle.ts'
import { terminalOf, type Merchant } from '../merchants/merchants.ts'
import { withdraw } from '../orders/money-back.ts'
import { totalOf, type OrderUpdate, type Order, type Secure } from '../orders/order.ts'

type Decision = Pick<Debited, 'responseCode'> & Partial<Debited>

/** Asks the issuer to pay an order that no other call is processing, and applies the answer to the order. */
export async function authorise(context: GatewayContext, order: Order, card: Card, secure: Secure): Promise<Order> {
  const { declineWith } = context.switches.read(order.number)
  if (declineWith) return refusePayment(context, order, declineWith, secure)
  const answer = await debit(context, order, debitOf(context, order, card, secure))
  const { responseCode, rrn, authorizationIdResponse } = answer
  const event = eventFor(order, responseCode)
  return decide(context, order, event, {
    actionCode: actionFor(responseCode),
    secure,
    authorisation: {
      at: context.clock.now(),
      ...(rrn !== undefined && { rrn }),
      ...(authorizationIdResponse !== undefined && { approvalCode: authorizationIdResponse }),
    },
    ...(event === 'debited' && { depositedAt: context.clock.now() }),
    ...(event === 'verified' && { reversedAt: context.clock.now() }),
    ...(isApproved(answer) && keptOf(context, order, card, answer)),
  })
}

/** Ends a payment without asking the issuer. */
export const refusePayment = (context: GatewayContext, order: Order, actionCode: number, secure?: Secure): Order =>
  decide(context, order, 'refused', { actionCode, ...(secure && { secure }) })

function decide(context: GatewayContext, { id }: Order, event: Event, update: OrderUpdate): Order {
  const after = context.orders.move(id, event, update)
  if (!after) throw new Error(`An order whose payment is under way cannot be ${event}`)
  return after
}

const isApproved = (answer: Decision): answer is Debited => answer.responseCode === '00'

/** Stores the charge, so that its money can be returned, and the card if a binding is to be created. */
function keptOf(
  { charges, bindings, random }: GatewayContext,
  order: Order,
  { pan, expiry }: Card,
  debited: Debited,
): OrderUpdate {
  const { id, merchant, clientId, storing, card, twoPhase } = order
  charges.set(id, { card: { pan, expiry }, debited, ...(!twoPhase && { completed: true }) })
  if (!storing || clientId === undefined) return {}
  const stored = { id: random.uuid(), merchant, clientId, category: storing, card: { pan, expiry } }
  return { binding: bindings.store({ ...stored, holder: card?.holder ?? '' }).id }
}

const eventFor = ({ twoPhase, features }: Order, responseCode: string): Event => {
  if (responseCode === UNANSWERED) return 'unanswered'
  if (responseCode !== '00') return 'refused'
  return features.includes('VERIFY') ? 'verified' : twoPhase ? 'held' : 'debited'
}

/** The issuer's decision; if its answer is lost, the payment is refused and the debit is reversed. */
async function debit(context: GatewayContext, order: Order, request: Debit): Promise<Decision> {
  const { issuer, journal } = context
  const pan = request.cardIdentification.cardNumber!
  const detail = `${request.amount} ${order.currency} ${maskPan(pan)}`
  journal.note({ from: 'gateway', to: 'issuer', what: 'debitCard', order: order.id, detail })
  try {
    const answer = await issuer.debitCard(request)
    journal.note({ ...answered, order: order.id, detail: `responseCode ${answer.responseCode}` })
    return answer
  } catch (error) {
    const responseCode = error instanceof ForeignAnswer ? MALFUNCTION : UNREACHABLE
    journal.note({
      ...answered,
      order: order.id,
      detail: responseCode === UNREACHABLE ? 'unreachable' : 'no answer of its kind',
    })
    withdraw(context, order, { pan }, request.amount)
    return { responseCode }
  }
}

const answered = { from: 'issuer', to: 'gateway', what: 'debitCard' } as const

type Indicator = NonNullable<NonNullable<Debit['tds']>['authenticationIndicator']>

/** The authentication indicator for the issuer, by eci (online gateway, family: 05 and 02 full, 06 and 01 attempt). */
const indicators: Readonly<Record<string, Indicator>> = {
  '05': 'TDS_PERFORMED',
  '02': 'TDS_PERFORMED',
  '06': 'TDS_MERCHANT_ONLY',
  '01': 'TDS_MERCHANT_ONLY',
}

const indicatorOf = ({ tii }: Order, { eci = '', type, cavv }: Secure): Indicator => {
  if (tii === 'R') return 'RECURRENT_PAYMENT_AUTH'
  const unnamed = cavv === undefined ? 'NOT_PERFORMED' : 'ADDITIONAL_PROTOCOL_USED'
  return indicators[eci] ?? (type === '0' ? unnamed : 'TDS_PERFORMED')
}

function debitOf({ merchants }: GatewayContext, order: Order, { pan, expiry, cvc }: Card, secure: Secure): Debit {
  const merchant = merchants.find(({ login }) => login === order.merchant)!
  const { cavv, xid } = secure
  return {
    cardIdentification: { cardNumber: pan, expDate: expiry, ...(cvc !== undefined && { cvv2: cvc }) },
    amount: totalOf(order),
    currency: Number(order.currency),
    preAuthorization: order.twoPhase,
    cardAcceptorParameters: {
      terminalIdentification: terminalOf(merchant),
      merchantIdentification: merchant.login,
      merchantType: merchant.mcc,
      nameAndLocation: nameAndLocation(merchant),
    },
    tds: {
      authenticationIndicator: indicatorOf(order, secure),
      ...(cavv !== undefined && { cavv }),
      ...(xid !== undefined && { xid }),
    },
    uniqueReferenceNumber: order.id,
  }
}

/** Name, town and country in the 25, 13 and 2 characters of ISO 8583 field 43; only the name without a country. */
const nameAndLocation = ({ name, city = '', country }: Merchant): string =>
  country === undefined ? name.slice(0, 39) : name.slice(0, 25).padEnd(25) + city.slice(0, 13).padEnd(13) + country
