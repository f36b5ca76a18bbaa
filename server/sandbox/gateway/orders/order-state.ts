import { languageIn } from '#server-contract/gateway/language.ts'
import type { OrderState, StatusQuestion } from '#server-contract/gateway/orders.ts'
import { bankOf } from '../cards/banks.ts'
import type { GatewayContext } from '../context.ts'
import { paymentStateOf, seen, statusOf } from './order-lifecycle.ts'
import { terminalOf, type Caller, type Merchant } from '../merchants/merchants.ts'
import { totalOf, type Order, type Refunded, type Secure } from './order.ts'
import { refusal } from '../errors/refusal.ts'
import { describeAction } from '../errors/words/actions.ts'
import { success } from '../errors/words/success.ts'

/** getOrderStatusExtended.do (family): orderId takes precedence, and with a token only orderId is accepted. */
export const reportState =
  ({ orders }: GatewayContext) =>
  ({ orderId, orderNumber, language }: StatusQuestion, { merchant, byToken }: Caller): OrderState => {
    if (orderId === undefined && orderNumber === undefined) throw refusal('unnamed', language)
    if (orderId === undefined && byToken) throw refusal('access', language)
    const order = orderId === undefined ? orders.byNumber(merchant.login, orderNumber!) : orders.byId(orderId)
    if (order?.merchant !== merchant.login) throw refusal('unknown', language)
    return stateOf(order, merchant, languageIn(language))
  }

/** The whole answer about an order, in the language of the request, or else of the order. */
export function stateOf(order: Order, merchant: Merchant, language = order.language): OrderState {
  return {
    ...success(language),
    orderNumber: order.number,
    orderStatus: statusOf(order.state),
    actionCode: order.actionCode,
    actionCodeDescription: describeAction(order.actionCode, language),
    amount: order.amount,
    currency: order.currency,
    date: order.registeredAt,
    ip: order.ip ?? '',
    ...(order.description !== undefined && { orderDescription: order.description }),
    merchantOrderParams: pairsOf(order.params),
    transactionAttributes: [],
    attributes: pairsOf({ mdOrder: order.id, ...order.attributes }),
    terminalId: terminalOf(merchant),
    chargeback: false,
    paymentAmountInfo: amountsOf(order),
    ...datesOf(order),
    ...ownerOf(order),
    ...paymentOf(order, language),
  }
}

const pairsOf = (values: Readonly<Record<string, string>>): NonNullable<OrderState['attributes']> =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** The hold is reported for two-phase orders only (online gateway 2.1), and for a debit that is a hold again. */
function amountsOf(order: Order): NonNullable<OrderState['paymentAmountInfo']> {
  const { state, twoPhase, ledger } = order
  return {
    paymentState: paymentStateOf(state),
    approvedAmount: twoPhase || seen(state) === 'held' ? ledger.approved : 0,
    depositedAmount: ledger.deposited,
    refundedAmount: ledger.refunded,
    totalAmount: totalOf(order),
  }
}

/** The dates of the movements of money that have happened. */
function datesOf({ ledger, depositedAt, reversedAt, refunds }: Order): OrderState {
  const refundedAt = refunds.at(-1)?.at
  return {
    ...(depositedAt !== undefined && ledger.deposited > 0 && { depositedDate: depositedAt }),
    ...(reversedAt !== undefined && { reversedDate: reversedAt }),
    ...(refundedAt !== undefined && { refundedDate: refundedAt, refunds: refunds.map(refundOf) }),
  }
}

const refundOf = ({ at, amount, externalRefundId, rrn, approvalCode }: Refunded): RefundState => ({
  date: at,
  actionCode: '000',
  amount,
  ...(externalRefundId !== undefined && { externalRefundId }),
  ...(approvalCode !== undefined && { approvalCode }),
  ...(rrn !== undefined && { referenceNumber: rrn }),
})

type RefundState = NonNullable<OrderState['refunds']>[number]

/** The client of the order, and the stored card that it was paid with or that it created. */
function ownerOf({ clientId, binding }: Order): OrderState {
  const bindingInfo = {
    ...(clientId !== undefined && { clientId }),
    ...(binding !== undefined && { bindingId: binding }),
  }
  return Object.keys(bindingInfo).length ? { bindingInfo } : {}
}

/** The family's value for a card product that the gateway does not know. */
const UNKNOWN = 'UNKNOWN'

/** The fields that are reported once a card has been used, or the order is paid. */
function paymentOf(order: Order, language: string): OrderState {
  const { card, authorisation, method, tii } = order
  if (!card && !authorisation) return {}
  return {
    ...(authorisation && { authDateTime: authorisation.at }),
    ...(authorisation?.rrn !== undefined && { authRefNum: authorisation.rrn }),
    ...(card ? paidByCard(order, card, language) : { bankInfo: {} }),
    paymentWay: method,
    ...(tii && { tii }),
  }
}

function paidByCard(
  { amount, secure, authorisation }: Order,
  card: NonNullable<Order['card']>,
  language: string,
): OrderState {
  return {
    cardAuthInfo: {
      maskedPan: card.maskedPan,
      pan: card.maskedPan,
      expiration: card.expiration,
      cardholderName: card.holder,
      ...(authorisation?.approvalCode !== undefined && { approvalCode: authorisation.approvalCode }),
      paymentSystem: card.system,
      product: UNKNOWN,
      ...(secure && { secureAuthInfo: secureInfo(secure) }),
    },
    bankInfo: bankOf(card.maskedPan, language),
    ...(authorisation && { operations: [operationOf(amount, card.holder, authorisation)] }),
  }
}

type OperationState = NonNullable<OrderState['operations']>[number]

const operationOf = (
  amount: number,
  cardHolder: string,
  { approvalCode }: NonNullable<Order['authorisation']>,
): OperationState => ({ amount, cardHolder, ...(approvalCode !== undefined && { authCode: approvalCode }) })

type CardAuthInfo = NonNullable<OrderState['cardAuthInfo']>

function secureInfo(secure: Secure): NonNullable<CardAuthInfo['secureAuthInfo']> {
  const { type, version, aRes, rReq, cavv, xid } = secure
  const eci = eciOf(secure)
  return {
    ...(eci !== undefined && { eci: Number(eci) }),
    threeDsType: type,
    ...(version !== undefined && { threeDsProtocolVersion: version }),
    ...(aRes !== undefined && { aResTransStatus: aRes }),
    ...(rReq !== undefined && { rReqTransStatus: rReq }),
    threeDSInfo: { ...(cavv !== undefined && { cavv }), ...(xid !== undefined && { xid }) },
  }
}

/** 07 means that no authentication was made (family). */
const eciOf = ({ eci, type, cavv }: Secure): string | undefined =>
  eci ?? (type === '0' && cavv === undefined ? '07' : undefined)
