import { receiptStatuses, type FiscalReceipt } from '#server-contract/gateway/family/receipts.ts'
import type { Receipt, Receipts } from '#server-contract/merchant/receipts.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { absentOperation, refusedByGateway, unusable } from '../gateway/gateway-failure.ts'
import type { ReadingContext } from '../orders/read/facts.ts'
import { readForMerchant } from '../orders/read/for-merchant.ts'

/** The fiscal receipts of an order's last try (getReceiptStatus.do, family), since only that one can be paid. */
export async function receipts(
  proxy: ReadingContext,
  { orderNumber }: { readonly orderNumber: string },
): Promise<Receipts> {
  const { attempt } = await readForMerchant(proxy, orderNumber, true)
  const result = await proxy.gateway.getReceiptStatus({ orderId: attempt.orderId })
  if (result.kind === 'answered') return { receipts: (result.answer.receipt ?? []).map(receiptOf) }
  // The order was read just now, so that what is not found is a receipt of it.
  if (isRefusedAs(result, 'orderUnknown', 'notFound')) return { receipts: [] }
  if (result.kind !== 'refused') throw absentOperation('getReceiptStatus.do', result) ?? unusable(result)
  throw refusedByGateway(result.errorCode, result.message)
}

/** The gateway's name of each text; it sends some of them as numbers. */
const texts = {
  uuid: 'uuid',
  amountTotal: 'amount_total',
  receiptDateTime: 'receipt_date_time',
  shiftNumber: 'shift_number',
  fiscalReceiptNumber: 'fiscal_receipt_number',
  fnNumber: 'fn_number',
  ecrRegistrationNumber: 'ecr_registration_number',
  fiscalDocumentNumber: 'fiscal_document_number',
  fiscalDocumentAttribute: 'fiscal_document_attribute',
  ofdReceiptUrl: 'ofd_receipt_url',
} as const satisfies Readonly<Partial<Record<keyof Receipt, keyof FiscalReceipt>>>

const receiptOf = (receipt: FiscalReceipt): Receipt => ({
  ...receiptStatuses[receipt.receiptStatus ?? -1],
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([name, given]) =>
      receipt[given] === undefined ? [] : [[name, String(receipt[given])]],
    ),
  ),
})
