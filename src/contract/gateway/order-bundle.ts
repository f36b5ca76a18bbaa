import * as z from 'zod/mini'
import { dateTime, integer, text } from '../fields.ts'

const quantity = z.object({
  value: z.number().check(
    z.minimum(0),
    z.refine((value) => String(value).length <= 18, 'a number of at most 18 characters'),
    z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e3), 'a number with at most 3 decimals'),
  ),
  measure: text(1, 20),
})

const param = z.object({ value: text(1, 2000), name: text(1, 255) })

const listed = (sent: unknown): unknown => (Object.hasOwn(Object(sent), 'name') ? [sent] : sent)

/** A list, or, to the letter of the specification, the only one by itself. */
const params = z.pipe(z.transform(listed), z.array(param))

const item = z
  .object({
    positionId: integer(12),
    name: text(1, 255),
    quantity,
    itemDetails: z.optional(z.object({ itemDetailsParams: z.optional(params) })),
    itemAmount: z.optional(integer(12)),
    itemPrice: z.optional(integer(18)),
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
        itemAmount === undefined || itemPrice === undefined || Math.abs(itemAmount - itemPrice * value) < 1e-6,
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
    items: z
      .array(item)
      .check(
        z.refine(
          (items) => new Set(items.map(({ positionId }) => positionId)).size === items.length,
          'items whose positionId is unique in the cart',
        ),
      ),
  }),
})
