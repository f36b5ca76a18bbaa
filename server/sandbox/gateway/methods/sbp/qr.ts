import type { Qr, QrQuestion, QrReference, QrRejected, QrState } from '#server-contract/methods/sbp/fields.ts'
import { sbpOperations } from '#server-contract/methods/sbp/operations.ts'
import type { Operation } from '#contract/operation.ts'
import type { GatewayContext } from '../../context.ts'
import { fieldRefusal } from '../../errors/field-refusal.ts'
import { refusal } from '../../errors/refusal.ts'
import { success } from '../../errors/words/success.ts'
import type { Merchant } from '../../merchants/merchants.ts'
import { seen } from '../../orders/order-lifecycle.ts'
import type { Order } from '../../orders/order.ts'
import { payable } from '../../payments/payment-checks.ts'
import { appPath } from './app-path.ts'
import { banks } from './banks.ts'
import { isOpen, statusOf, type CodeTable, type QrCode } from './codes.ts'
import { checkOrder } from './order-rules.ts'
import { renderedQr } from './rendered-qr.ts'

const { sbpGetQr, sbpQrStatus, sbpRejectQr } = sbpOperations

/**
 * qr/dynamic/get.do: makes a code, or answers the order's code that may still be paid, so that a repeated request makes
 * no second one; its latest settings apply. `renderedQr` is drawn where a format is asked for.
 */
export const getQr =
  (context: GatewayContext, codes: CodeTable) =>
  (request: QrQuestion, merchant: Merchant): Qr => {
    const { language, mdOrder, createSubscription: subscribes = false } = request
    const order = payable(context, mdOrder, merchant, language)
    checkOrder(order, sbpGetQr, language)
    if (subscribes && order.clientId === undefined) throw refusal('no client', language)
    const known = codes.of(order.id).find((code) => ['STARTED', 'CONFIRMED'].includes(statusOf(code, order)))
    const code =
      known?.acceptedBy === undefined
        ? codes.keep({ id: newId(context), orderId: order.id, ...known, subscribes, ...optionalsOf(request) })
        : known
    const qrStatus = statusOf(code, order)
    const payload = `${context.addresses().gateway}${appPath(code.id)}`
    if (qrStatus !== 'STARTED') return { ...success(language), qrId: code.id, qrStatus }
    const drawn = request.qrFormat && { renderedQr: renderedQr(payload, request) }
    return { ...success(language), qrId: code.id, qrStatus, payload, ...drawn }
  }

/** 32 characters, as the system's own. */
const newId = ({ random }: GatewayContext): string => random.uuid().replaceAll('-', '').toUpperCase()

const optionalsOf = ({ redirectUrl, paymentPurpose: purpose }: QrQuestion): Partial<QrCode> => ({
  ...(redirectUrl !== undefined && { redirectUrl }),
  ...(purpose !== undefined && { purpose }),
})

/** qr/status.do. */
export const readQr =
  (context: GatewayContext, codes: CodeTable) =>
  (request: QrReference, merchant: Merchant): QrState => {
    const { order, code } = named(context, codes, request, merchant, sbpQrStatus)
    const transactionState = transactionStates[seen(order.state)]
    return { ...success(request.language), qrStatus: statusOf(code, order), qrType: 'DYNAMIC', transactionState }
  }

const transactionStates: Readonly<Record<ReturnType<typeof seen>, NonNullable<QrState['transactionState']>>> = {
  registered: 'CREATED',
  authenticating: 'CREATED',
  pending: 'CREATED',
  held: 'DEPOSITED',
  deposited: 'DEPOSITED',
  reversed: 'DEPOSITED',
  refunded: 'DEPOSITED',
  declined: 'DECLINED',
}

/**
 * qr/dynamic/reject.do: takes a code back, as often as it is asked; a transfer that is under way may still arrive. With
 * `accepts-at-reject` a bank was faster, and the answer is the same.
 */
export const rejectQr =
  (context: GatewayContext, codes: CodeTable) =>
  (request: QrReference, merchant: Merchant): QrRejected => {
    const { order, code } = named(context, codes, request, merchant, sbpRejectQr)
    if (!isOpen(order)) throw refusal('state', request.language, order.state)
    const isLate = context.switches.read(order.number).bankApp === 'accepts-at-reject'
    codes.keep(isLate ? { acceptedBy: banks[0]!.id, ...code } : { ...code, takenBack: true })
    return { ...success(request.language), rejected: true }
  }

function named(
  { orders }: GatewayContext,
  codes: CodeTable,
  { mdOrder, qrId, language }: QrReference,
  { login }: Merchant,
  operation: Operation,
): { readonly order: Order; readonly code: QrCode } {
  const order = orders.byId(mdOrder)
  if (order?.merchant !== login) throw refusal('unknown', language)
  const code = codes.byId(qrId)
  if (code?.orderId !== order.id)
    throw fieldRefusal(operation, { field: 'qrId', kind: 'rule', rule: 'is no code of this order' }, language)
  return { order, code }
}
