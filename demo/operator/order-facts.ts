import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { Order, Try } from '#server-contract/merchant/merchant.ts'
import { priceOf } from '../shop/price.ts'

type Show = (current: Try) => string | number | undefined

const money =
  (field: 'approvedAmount' | 'depositedAmount' | 'refundedAmount' | 'totalAmount' | 'feeAmount'): Show =>
  ({ [field]: amount, currency }) =>
    amount === undefined ? undefined : priceOf(amount, currency ?? '')

/** What the page shows of an order, by its label. */
const facts: readonly (readonly [label: string, show: Show])[] = [
  ['Card', ({ maskedPan, expiration }) => maskedPan && `${maskedPan} ${expiration ?? ''}`.trim()],
  ['Scheme', ({ paymentSystem }) => paymentSystem],
  ['Paid by', ({ paymentWay, tii }) => paymentWay && `${paymentWay}${tii ? ` (tii ${tii})` : ''}`],
  ['Approval code', ({ approvalCode }) => approvalCode],
  ['RRN', ({ authRefNum }) => authRefNum],
  ['ECI', ({ eci }) => eci],
  ['Terminal', ({ terminalId }) => terminalId],
  ['Bank', ({ bankName, bankCountryCode }) => bankName && `${bankName} ${bankCountryCode ?? ''}`.trim()],
  ['Client', ({ clientId }) => clientId],
  ['Stored card', ({ bindingId }) => bindingId],
  ['Held', money('approvedAmount')],
  ['Debited', money('depositedAmount')],
  ['Given back', money('refundedAmount')],
  ['Fee', money('feeAmount')],
]

/** The details of an order, as the merchant API answers them; nothing where there are none. */
export function orderFacts({ orderNumber, current }: Order): string {
  const rows = facts.flatMap(([label, show]) => {
    const value = show(current)
    return value === undefined || value === ''
      ? []
      : `<div><dt>${label}</dt><dd dir="ltr">${escapeHtml(String(value))}</dd></div>`
  })
  if (!rows.length) return ''
  return `<details class="facts"><summary aria-label="Details of ${escapeHtml(orderNumber)}">Details</summary><dl>${rows.join('')}</dl></details>`
}
