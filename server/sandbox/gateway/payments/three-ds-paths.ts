import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import type { ARes } from '#server-contract/three-ds/messages.ts'
import { packPaReq } from '#sandbox/three-ds-1/pa-messages.ts'
import { askRange, sendAReq, type CardRange } from './access-server.ts'
import { areqFor, packedCReq, versionOf } from './areq.ts'
import { authorise, refusePayment } from './authorisation.ts'
import type { Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { may, type Merchant } from '../merchants/merchants.ts'
import { totalOf, type Order, type Secure } from '../orders/order.ts'
import { paths } from './paths.ts'
import { challengeAnswer, decidedAnswer, methodAnswer, redirectAnswer } from './payment-answers.ts'
import type { PaymentCall } from './payment-call.ts'
import type { Challenge, ThreeDsTransaction } from '../cards/transactions.ts'

/** A payment whose order no other call is processing. */
export interface OrderPayment {
  readonly context: GatewayContext
  readonly call: PaymentCall
  readonly merchant: Merchant
  readonly order: Order
  readonly card: Card
}

/** A path to complete a payment. */
export interface ThreeDsPath {
  /** Whether it includes 3-D Secure. */
  readonly secured: boolean
  readonly go: (payment: OrderPayment) => CardPaymentAnswer | Promise<CardPaymentAnswer>
}

/** Pays with a known authentication result. */
export const withoutThreeDs = (secure: Secure): ThreeDsPath => ({
  secured: secure.type !== '0',
  go: (payment) => pay(payment, secure),
})

/** Without 3-D Secure, unless the order requires it. */
const unsecured: ThreeDsPath = {
  secured: false,
  go: (payment) => {
    const { features } = payment.order
    return features.includes('FORCE_TDS') || features.includes('FORCE_FULL_TDS')
      ? refused(payment, actionCode.threeDsImpossible)
      : pay(payment, { type: '0' })
  },
}

const blocked: ThreeDsPath = { secured: true, go: (payment) => refused(payment, actionCode.threeDsImpossible) }

const threeDsPaths: Readonly<Record<CardRange['protocol'], (range: CardRange) => ThreeDsPath>> = {
  none: () => unsecured,
  '2': (range) => ({ secured: true, go: (payment) => beginVersion2(payment, range) }),
  '1': (range) => ({ secured: true, go: (payment) => beginVersion1(payment, range) }),
}

/** The path for the card's range, or for the transaction that a second call continues. */
export async function threeDsPathOf(
  context: GatewayContext,
  { id, features }: Order,
  { pan }: Card,
  transaction: ThreeDsTransaction | undefined,
): Promise<ThreeDsPath> {
  if (transaction) return { secured: true, go: (payment) => authenticate(payment, transaction) }
  if (features.includes('FORCE_SSL')) return unsecured
  const range = await askRange(context, id, pan)
  return range ? threeDsPaths[range.protocol](range) : blocked
}

function beginVersion2({ context, call, merchant, order, card }: OrderPayment, range: CardRange): CardPaymentAnswer {
  const { threeDSMethodURL: url } = range
  const { id } = context.transactions.keep({
    id: context.random.uuid(),
    orderId: order.id,
    card,
    hasMethod: url !== undefined,
  })
  const waiting = context.orders.move(order.id, 'released', { transaction: id })!
  const notificationUrl = call.threeDSMethodNotificationUrl
  return methodAnswer(waiting, id, context.addresses().gateway, {
    url,
    notificationUrl,
    direct: may(merchant, 'directMethod'),
  })
}

function beginVersion1(payment: OrderPayment, { acsUrl, acctID }: CardRange): CardPaymentAnswer {
  const { context, merchant, order, card } = payment
  if (acsUrl === undefined || acctID === undefined) return refused(payment, actionCode.threeDsImpossible)
  const id = context.random.uuid()
  const { currency } = order
  const paReq = packPaReq({ transId: id, acctID, amount: totalOf(order), currency, merchantName: merchant.name })
  const termUrl = `${context.addresses().gateway}${paths.finish3ds}?lang=${order.language}`
  const challenge = { acsUrl, fields: { MD: order.id, PaReq: paReq, TermUrl: termUrl } }
  const waiting = challenged(payment, { id, orderId: order.id, card, hasMethod: false }, challenge)
  return redirectAnswer(waiting, { acsUrl, paReq, termUrl })
}

const results: Readonly<Partial<Record<ARes['transStatus'], Secure['type']>>> = { Y: '4', A: '5' }

/** An attempt is not enough if the order requires a full authentication (family). */
export const isEnough = ({ features }: Order, transStatus: ARes['transStatus']): boolean =>
  transStatus !== 'A' || !features.includes('FORCE_FULL_TDS')

/** actionCode of a failed authentication, by transStatus; any other is a refusal by the issuer. */
const failures: Readonly<Partial<Record<ARes['transStatus'], number>>> = {
  U: actionCode.issuerCannotAuthenticate,
  A: actionCode.authenticationAttempted,
}
export const failureOf = (transStatus: ARes['transStatus']): number =>
  failures[transStatus] ?? actionCode.notAuthenticated

async function authenticate(payment: OrderPayment, transaction: ThreeDsTransaction): Promise<CardPaymentAnswer> {
  const { context, call, merchant, order } = payment
  const at = {
    gateway: context.addresses().gateway,
    merchantName: merchant.name,
    dsTransID: context.random.uuid(),
  }
  const ares = await sendAReq(context, order.id, areqFor(call, order, transaction, at))
  if (!ares) return refused(payment, actionCode.threeDsImpossible)
  const { transStatus } = ares
  if (transStatus === 'C') return challengeVersion2(payment, transaction, ares)
  const type = isEnough(order, transStatus) ? results[transStatus] : undefined
  const secure = secureOf(ares, type ?? '0')
  return type ? pay(payment, secure) : refused(payment, failureOf(transStatus), secure)
}

function challengeVersion2(payment: OrderPayment, transaction: ThreeDsTransaction, ares: ARes): CardPaymentAnswer {
  const { acsURL: acsUrl, acsTransID, dsTransID } = ares
  if (acsUrl === undefined) return refused(payment, actionCode.threeDsImpossible)
  const creq = packedCReq(ares)
  const { threeDSVer2FinishUrl: finishUrl } = payment.call
  const waiting = challenged(payment, transaction, {
    acsUrl,
    fields: { creq },
    version: versionOf(payment.call),
    acsTransID,
    dsTransID,
    ...(finishUrl !== undefined && { finishUrl }),
  })
  return challengeAnswer(waiting, acsUrl, creq)
}

function challenged({ context, order }: OrderPayment, transaction: ThreeDsTransaction, challenge: Challenge): Order {
  context.transactions.keep({ ...transaction, challenge })
  return context.orders.move(order.id, 'challenged', { transaction: transaction.id })!
}

const secureOf = (ares: ARes, type: Secure['type']): Secure => ({
  type,
  version: ares.messageVersion,
  aRes: ares.transStatus,
  xid: ares.dsTransID,
  ...(ares.eci !== undefined && { eci: ares.eci }),
  ...(ares.authenticationValue !== undefined && { cavv: ares.authenticationValue }),
})

const pay = async ({ context, order, card }: OrderPayment, secure: Secure): Promise<CardPaymentAnswer> =>
  decidedAnswer(await authorise(context, order, card, secure), context.addresses().gateway)

const refused = ({ context, order }: OrderPayment, actionCode: number, secure?: Secure): CardPaymentAnswer =>
  decidedAnswer(refusePayment(context, order, actionCode, secure), context.addresses().gateway)
