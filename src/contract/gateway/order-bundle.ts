import * as z from 'zod/mini'
import { dateTime, integer, text } from '../fields.ts'

/** A number in decimal notation: JavaScript's own text has an exponent in large ones. */
const written = (value: number): string => (value < 1e21 ? String(value) : BigInt(value).toString())

/** A quantity in thousandths, without floating-point rounding; `undefined` when it has more than three decimals. */
function thousandths(value: number): bigint | undefined {
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d{1,3}))?$/.exec(written(value)) ?? []
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(3, '0'))
}

const quantity = z.object({
  value: z.optional(
    z.number().check(
      z.minimum(0),
      z.refine((value) => written(value).length <= 18, 'a number of at most 18 characters'),
      z.refine((value) => thousandths(value) !== undefined, 'a number with at most 3 decimals'),
    ),
  ),
  measure: z.optional(text(1, 20)),
})

const param = z.object({ value: z.optional(text(1, 2000)), name: z.optional(text(1, 255)) })

/** One entry, as the specification has it, or a list of them, as the name says; it is passed on as it is. */
const params = z.union(
  [param, z.array(param).check(z.minLength(1))],
  'value and name of at most 2000 and 255 characters, or a list of such',
)

/** 18 digits; the numbers of JSON beyond 2^53 are rounded, so that the largest is read as this. */
const LARGEST_PRICE = 1e18

const price = z.number().check(
  z.multipleOf(1, { error: 'a whole number', abort: true }),
  z.minimum(0),
  z.refine((value) => value <= LARGEST_PRICE, 'a number of at most 18 digits'),
)

/** An entry of the basket. */
export const item = z
  .object({
    positionId: integer(12),
    name: text(1, 255),
    quantity,
    itemDetails: z.optional(z.object({ itemDetailsParams: z.optional(params) })),
    itemAmount: z.optional(integer(12)),
    itemPrice: z.optional(price),
    itemCurrency: z.optional(integer(3)),
    itemCode: z.optional(text(1, 100)),
  })
  .check(
    z.refine(
      ({ itemAmount, itemPrice }) => itemAmount !== undefined || itemPrice !== undefined,
      'given an itemAmount where itemPrice is absent',
    ),
    z.refine(
      ({ itemAmount, itemPrice, quantity: { value } }) =>
        itemAmount === undefined ||
        itemPrice === undefined ||
        value === undefined ||
        BigInt(itemAmount) * 1000n === BigInt(itemPrice) * (thousandths(value) ?? 0n),
      'given an itemAmount equal to itemPrice × quantity',
    ),
  )

/** The order's basket (online gateway 2.4). */
export const orderBundle = z.object({
  orderCreationDate: z.optional(dateTime),
  customerDetails: z.optional(
    z.object({
      contact: z.optional(text(0, 40)),
      fullName: z.optional(text(1, 100)),
      passport: z.optional(text(1, 100)),
      deliveryInfo: z.optional(
        z.object({
          deliveryType: z.optional(text(1, 20)),
          country: text(2, 2),
          city: text(0, 40),
          postAddress: text(1, 255),
        }),
      ),
    }),
  ),
  cartItems: z.object({
    items: z.array(item).check(
      z.minLength(1),
      z.refine(
        (items) => new Set(items.map(({ positionId }) => positionId)).size === items.length,
        'items whose positionId is unique in the cart',
      ),
    ),
  }),
})

/** A basket of a sender whose numbers came as JSON: a price that was rounded on its way is not passed on. */
export const exactOrderBundle = orderBundle.check(
  z.refine(
    ({ cartItems: { items } }) => items.every(({ itemPrice = 0 }) => Number.isSafeInteger(itemPrice)),
    `given an itemPrice of at most ${Number.MAX_SAFE_INTEGER}, which JSON carries exactly`,
  ),
)
