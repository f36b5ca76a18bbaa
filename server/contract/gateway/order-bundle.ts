import * as z from 'zod/mini'
import { closed } from '#contract/wire/closed.ts'
import { dateTime, digits, integer, phone, text } from '#contract/fields.ts'
import { family } from './marks.ts'

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

/** A number, or its digits as text, as the family's documents have both. */
const figure = z.union([z.number().check(z.minimum(0)), text(1, 20)], 'a number, or a text of at most 20 characters')

/** What the family's fiscal receipts add to an entry. */
const fiscalItem = {
  tax: family(
    z.optional(z.object({ taxType: integer(2), taxSum: z.optional(integer(12)) })),
    'VAT by its number in the bank’s list, and its sum in minor units',
  ),
  itemAttributes: family(
    z.optional(
      z.object({
        attributes: z.array(z.object({ name: text(1, 255), value: z.optional(text(0, 2000)) })).check(z.minLength(1)),
      }),
    ),
    'Attributes of the receipt such as paymentMethod, paymentObject, nomenclature or supplier_info.inn',
  ),
  discount: family(z.optional(z.object({ discountType: z.optional(text(1, 20)), discountValue: figure }))),
  agentInterest: family(z.optional(z.object({ interestType: text(1, 20), interestValue: figure }))),
  depositedItemAmount: family(z.optional(integer(12))),
}

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
    ...fiscalItem,
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

/** An INN: 10 digits of a company, 12 of a person. */
const inn = digits(10, 12)

/** What the family's fiscal receipts add to the basket. */
const fiscalBundle = {
  ffdVersion: family(z.optional(text(1, 10)), 'Format of the fiscal data: 1.05 or 1.2'),
  receiptType: family(z.optional(text(1, 20)), 'sell, or another kind of the receipt'),
  company: family(
    z.optional(
      z.object({
        email: z.optional(text(1, 64)),
        sno: z.optional(text(1, 20)),
        inn: z.optional(inn),
        paymentAddress: z.optional(text(1, 256)),
      }),
    ),
    'The seller',
  ),
  payments: family(
    z.optional(z.array(z.object({ type: integer(2), sum: integer(12) })).check(z.minLength(1))),
    'How the sum is paid, in minor units',
  ),
  total: family(z.optional(integer(12))),
  installments: family(
    z.optional(z.object({ productID: z.optional(text(1, 36)), productType: z.optional(text(1, 20)) })),
    'A purchase on credit',
  ),
}

/** The order's basket (online gateway 2.4). */
export const orderBundle = z.object({
  ...fiscalBundle,
  orderCreationDate: z.optional(dateTime),
  customerDetails: z.optional(
    z.object({
      contact: z.optional(text(0, 40)),
      fullName: z.optional(text(1, 100)),
      passport: z.optional(text(1, 100)),
      email: family(z.optional(text(1, 40)), 'Where the receipt is sent'),
      phone: family(z.optional(phone), 'Where the receipt is sent'),
      inn: family(z.optional(inn)),
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

/** The tax system of the receipt, a number of the bank’s list (family). */
export const taxSystem = integer(1)

/**
 * A basket that a merchant wrote as JSON: a price that was rounded on its way is not passed on, and a field that the
 * gateway does not take is refused.
 */
export const exactOrderBundle = closed(orderBundle).check(
  z.refine(
    ({ cartItems: { items } }) => items.every(({ itemPrice = 0 }) => Number.isSafeInteger(itemPrice)),
    `given an itemPrice of at most ${Number.MAX_SAFE_INTEGER}, which JSON carries exactly`,
  ),
)
