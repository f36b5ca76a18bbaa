import { createHash } from 'node:crypto'
import type { FiscalReceipt, ReceiptQuestion, Receipts } from '#server-contract/gateway/family/receipts.ts'
import { fractionDigitsOf } from '#contract/money/currencies.ts'
import { decimalOf } from '#contract/money/decimal.ts'
import type { GatewayContext } from '../context.ts'
import { refusal } from '../errors/refusal.ts'
import { success } from '../errors/words/success.ts'
import type { Caller } from '../merchants/merchants.ts'
import type { Order } from '../orders/order.ts'

/** getReceiptStatus.do (family): an order without a basket has no receipts. */
export const reportReceipts =
  (context: GatewayContext) =>
  (request: ReceiptQuestion, { merchant }: Caller): Receipts => {
    const { language, uuid } = request
    const order = orderIn(context, request, merchant.login)
    const receipts = receiptsOf(order, context.clock.now())
    const isByOrder = request.orderId !== undefined || request.orderNumber !== undefined
    return {
      ...success(language),
      orderId: order.id,
      orderNumber: order.number,
      ecr_registration_number: REGISTER,
      receipt: isByOrder ? receipts : receipts.filter((receipt) => receipt.uuid === uuid),
    }
  }

function orderIn(
  { orders, clock }: GatewayContext,
  { orderId, orderNumber, uuid, language }: ReceiptQuestion,
  merchant: string,
): Order {
  if (orderId === undefined && orderNumber === undefined && uuid === undefined)
    throw refusal('unnamed receipt', language)
  const order =
    orderId !== undefined
      ? orders.byId(orderId)
      : orderNumber !== undefined
        ? orders.byNumber(merchant, orderNumber)
        : orders.of(merchant).find((one) => receiptsOf(one, clock.now()).some((receipt) => receipt.uuid === uuid))
  if (order?.merchant !== merchant) throw refusal('unknown', language)
  return order
}

/** Milliseconds after which a receipt has reached the operator of fiscal data. */
const DELIVERY = 10_000

const REGISTER = '0000000000000001'
const STORAGE = '9999078900000001'

/** The receipt of the debit, and one of each refund; the sandbox delivers each of them. */
function receiptsOf({ id, hasBasket, depositedAt, ledger, refunds, currency }: Order, now: number): FiscalReceipt[] {
  if (!hasBasket || depositedAt === undefined || ledger.deposited === 0) return []
  const made = [{ at: depositedAt, amount: ledger.deposited, sent: 0 }, ...refunds.map((one) => ({ ...one, sent: 3 }))]
  return made.map(({ at, amount, sent }, index) => {
    const digest = createHash('sha256').update(`${id} ${index}`).digest('hex')
    return {
      receiptStatus: now - at < DELIVERY ? sent : sent + 1,
      uuid: digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
      shift_number: 1,
      fiscal_receipt_number: index + 1,
      receipt_date_time: at,
      fn_number: STORAGE,
      ecr_registration_number: REGISTER,
      fiscal_document_number: Number.parseInt(digest.slice(0, 4), 16) + 1,
      fiscal_document_attribute: String(Number.parseInt(digest.slice(4, 12), 16)),
      amount_total: decimalOf(amount, fractionDigitsOf(currency)),
    }
  })
}
