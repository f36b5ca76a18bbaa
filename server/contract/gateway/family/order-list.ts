import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { exists, inCalendar } from '#contract/time/dates.ts'
import { credentials, verdict } from '../credentials.ts'
import { language } from '../language.ts'
import { answerText, deciding } from '../marks.ts'
import { OrderState } from '../orders.ts'

/** The states that a list of orders is restricted to. */
export const transactionStates = ['CREATED', 'APPROVED', 'DEPOSITED', 'DECLINED', 'REVERSED', 'REFUNDED'] as const
export type TransactionState = (typeof transactionStates)[number]

const oneState = `(?:${transactionStates.join('|')})`

/** `yyyyMMddHHmmss`, a day and a time that exist. */
const moment = z.string().check(
  z.regex(/^\d{14}$/, 'yyyyMMddHHmmss'),
  z.refine(
    (value) => exists(value.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6')),
    inCalendar,
  ),
)

/** Unix milliseconds as the operation takes a date: UTC+3, without the part of a second. */
export const momentOf = (at: number): string =>
  new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

/** Most orders of one page. */
export const MAX_PAGE_SIZE = 200

/**
 * getLastOrdersForMerchants.do (family): the orders of a period, `from` and `to` included, in pages that are counted
 * from 0. The dates are read in UTC+3, as the specification's dates of holds are.
 */
export const OrderListQuestion = z.object({
  ...credentials,
  language: z.optional(language),
  page: z.optional(z.int().check(z.minimum(0), z.maximum(999_999))),
  size: z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE)),
  from: moment,
  to: moment,
  /** Separated by commas. */
  transactionStates: z
    .string()
    .check(z.regex(new RegExp(`^${oneState}(?:,${oneState})*$`), `of ${transactionStates.join(', ')}`)),
  /** Logins of merchants, separated by commas; empty or absent, the caller alone. */
  merchants: z.optional(text(0, 4000)),
  /** Whether the period is that of the registration; otherwise it is that of the payment, without unpaid orders. */
  searchByCreatedDate: z.optional(z.boolean()),
})
export type OrderListQuestion = z.infer<typeof OrderListQuestion>

/** A row: no field of it decides, so that an odd one costs the list no more than its row. */
const ListedOrder = z.extend(OrderState, {
  errorCode: z.optional(z.union([z.string(), z.number()])),
  orderNumber: z.optional(answerText(1, 36)),
  orderStatus: z.optional(z.int()),
  actionCode: z.optional(z.int()),
  amount: z.optional(z.int()),
  currency: z.optional(z.string()),
})

/** One page of orders, each as its extended status; `totalCount` counts the orders of all pages. */
export const OrderList = z.object({
  ...verdict,
  orderStatuses: deciding(z.optional(z.array(ListedOrder))),
  totalCount: z.optional(z.int()),
  page: z.optional(z.int()),
  pageSize: z.optional(z.int()),
})
export type OrderList = z.infer<typeof OrderList>
