import type { ListedTry } from '#server-contract/merchant/order-list.ts'
import { currencyOf } from '#contract/money/currencies.ts'
import { decimalOf } from '#contract/money/decimal.ts'
import type { TimeZone } from './time-zone.ts'

type Cell = string | number | undefined

/** The columns of a list of tries, with what is in each. */
const columns: Readonly<Record<string, (one: ListedTry, zone: TimeZone) => Cell>> = {
  order: ({ order }) => order,
  order_number: ({ orderNumber }) => orderNumber,
  order_id: ({ orderId }) => orderId,
  registered: ({ date }, zone) => timeOf(date, zone),
  authorised: ({ authDateTime }, zone) => timeOf(authDateTime, zone),
  state: ({ state }) => state,
  currency: ({ currency, currencyCode = currency }) => currencyCode,
  amount: (one) => major(one, one.amount),
  debited: (one) => major(one, one.depositedAmount),
  refunded: (one) => major(one, one.refundedAmount),
  amount_minor: ({ amount }) => amount,
  debited_minor: ({ depositedAmount }) => depositedAmount,
  refunded_minor: ({ refundedAmount }) => refundedAmount,
  method: ({ paymentWay }) => paymentWay,
  brand: ({ paymentSystem }) => paymentSystem,
  card: ({ maskedPan }) => maskedPan,
  auth_ref_num: ({ authRefNum }) => authRefNum,
  approval_code: ({ approvalCode }) => approvalCode,
  reference: ({ reference }) => reference,
  mismatch: ({ mismatch }) => mismatch,
}

export const headerLine = (): string => lineOf(Object.keys(columns))

export const tryLine = (one: ListedTry, zone: TimeZone): string =>
  lineOf(Object.values(columns).map((cellOf) => cellOf(one, zone)))

const timeOf = (at: number | undefined, zone: TimeZone): Cell => (at === undefined ? undefined : zone.written(at))

/** An amount with its decimals; empty where the currency does not say how many. */
function major({ currency = '' }: ListedTry, amount: number | undefined): Cell {
  const known = currencyOf(currency)
  return known && amount !== undefined ? decimalOf(amount, known.digits) : undefined
}

/** A line of CSV (RFC 4180). */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

/** What a spreadsheet begins a formula with, whatever space is before it. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

function written(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",;\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
