import * as z from 'zod/mini'
import { MAX_PAGE_SIZE, type TransactionState } from '../gateway/family/order-list.ts'
import { inCalendar } from '#contract/time/dates.ts'
import { instantOf } from '#contract/time/instant.ts'
import type { TryState } from '#contract/outcome.ts'
import { Try } from './orders.ts'

/**
 * The states that a list can be restricted to, with the gateway's word for each: `open` are also those being
 * authenticated and undecided ones, `reversed` also verified ones, and `declined` also cancelled and expired ones.
 */
export const listedStates = {
  open: 'CREATED',
  held: 'APPROVED',
  paid: 'DEPOSITED',
  reversed: 'REVERSED',
  refunded: 'REFUNDED',
  declined: 'DECLINED',
} as const satisfies Readonly<Partial<Record<TryState, TransactionState>>>
export type ListedState = keyof typeof listedStates

/** Tries of a page where none is asked for. */
export const PAGE_SIZE = 50

/** A date and a time with their offset (ISO 8601): `2030-05-01T00:00:00+03:00`, `2030-04-30T21:00:00Z`. */
const instant = z.string().check(
  z.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/,
    'an instant with its offset, such as 2030-05-01T00:00:00+03:00',
  ),
  z.refine((value) => !Number.isNaN(instantOf(value)), inCalendar),
)

/** A period, `from` and `to` included to the second; `to` is now when absent, and pages are counted from 1. */
export const OrdersQuestion = z.strictObject({
  from: instant,
  to: z.optional(instant),
  /** Whether it was registered in that period, or paid. */
  by: z.optional(z.enum(['registered', 'paid'])),
  state: z.optional(z.array(z.enum(Object.keys(listedStates) as ListedState[])).check(z.minLength(1))),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(999_999))),
  size: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE))),
})

/** One try in a list, with the number of the order that it is of. */
export const ListedTry = z.extend(Try, { order: z.string(), mismatch: z.optional(z.string()) })

/** A page of tries. */
export const OrderList = z.object({
  tries: z.array(ListedTry),
  total: z.optional(z.int()),
  unreadable: z.optional(z.int()),
  page: z.int(),
  size: z.int(),
})

// Declared again, since a type that is inferred from a schema shows no text in an editor.

/** One try in a list, as the gateway has it. */
export interface ListedTry extends Try {
  /** Your number of the order that it is of; that of the try itself where the gateway does not say. */
  order: string
  /**
   * `amount` or `currency` where the payment was made for another than registered, for which `order` is refused with
   * `order_mismatch`; the state is then `pending`.
   */
  mismatch?: string | undefined
}

/** A page of tries: of an order that was tried twice, both may be in it. */
export interface OrderList {
  /** In the order of the gateway. */
  tries: ListedTry[]
  /** How many there are on all pages; absent where the gateway does not say. */
  total?: number | undefined
  /** How many of this page are left out, since the gateway does not answer what a try has; absent where none is. */
  unreadable?: number | undefined
  /** The page, counted from 1. */
  page: number
  /** Most tries of a page. */
  size: number
}
