import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { explain } from '#server-contract/explain.ts'
import { amount, currency, dateTime, digits, expiry, phone, text } from '#contract/fields.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { orderBundle } from '#server-contract/gateway/order-bundle.ts'

const Order = z.strictObject({
  orderNumber: text(1, 5),
  amount,
  currency: z.optional(currency),
  at: z.optional(dateTime),
  phone: z.optional(phone),
  pan: z.optional(digits(12, 19)),
  expiry: z.optional(expiry),
  kind: z.optional(z.enum(['a', 'b'])),
})

const result = (fields: object): string => {
  const sent = { orderNumber: 'A', amount: 1, ...fields }
  const { field, rule } = explain(Order.safeParse(sent).error!, sent)
  return `${field} ${rule}`
}

describe('a broken rule names the field and the rule', () => {
  test.each([
    [{ orderNumber: undefined }, 'orderNumber is required'],
    [{ orderNumber: '' }, 'orderNumber must have at least 1 character'],
    [{ orderNumber: 'ABCDEF' }, 'orderNumber must have at most 5 characters'],
    [{ orderNumber: 7 }, 'orderNumber must be a string'],
    [{ amount: '1' }, 'amount must be a number'],
    [{ amount: 1.5 }, 'amount must be a whole number'],
    [{ amount: -1 }, 'amount must be at least 0'],
    [{ amount: 1e13 }, 'amount must be at most 999999999999'],
    [{ currency: 'EUR' }, 'currency must be a numeric ISO 4217 code of three digits'],
    [{ at: '2026-01-01' }, 'at must be yyyy-MM-ddTHH:mm:ss'],
    [{ phone: '12' }, 'phone must be 7 to 15 digits with the country code'],
    [{ pan: '4111x11111111111' }, 'pan must be digits only'],
    [{ expiry: '203413' }, 'expiry must be YYYYMM'],
    [{ kind: 'c' }, 'kind must be one of a, b'],
    [{ extra: 1 }, 'extra is not a known field'],
  ])('%j: %s', (fields, sentence) => {
    expect(result(fields)).toBe(sentence)
  })
})

const item = { positionId: 1, name: 'Cup', quantity: { value: 3, measure: 'pcs' } }
const bundle = (...items: object[]) => orderBundle.safeParse({ cartItems: { items } })

const ruleOf = (...items: object[]): string => explain(bundle(...items).error!, { cartItems: { items } }).rule

describe('the basket', () => {
  test('takes an itemAmount that is itemPrice × quantity, and no other', () => {
    expect(bundle({ ...item, itemPrice: 250, itemAmount: 750 }).success).toBe(true)
    expect(ruleOf({ ...item, itemPrice: 250, itemAmount: 749 })).toContain('itemPrice × quantity')
  })

  test('needs an itemAmount where itemPrice is absent', () => {
    expect(ruleOf(item)).toContain('itemAmount')
  })

  test('takes quantities of at most three decimals', () => {
    const weighed = (value: number) => bundle({ ...item, itemPrice: 1000, quantity: { value, measure: 'kg' } }).success
    expect([weighed(0.125), weighed(2.675), weighed(0.1234)]).toEqual([true, true, false])
  })

  test('wants every positionId once', () => {
    expect(bundle({ ...item, itemPrice: 1 }, { ...item, itemPrice: 1 }).success).toBe(false)
  })
})

describe('the currency of a ticket', () => {
  const ticket = { orderNumber: 'A-1', amount: 1, returnUrl: 'https://shop.example/', exp: 1 }
  const read = (currency?: unknown) => Ticket.safeParse({ ...ticket, ...(currency !== undefined && { currency }) })

  const rule = 'must be a currency of ISO 4217 by its number or its letters, such as 978 or EUR'

  test('may come as a number or by its letters, and is read as its three digits', () => {
    const given = [978, '978', 'EUR', 36, 'AUD']
    expect(given.map((one) => read(one).data?.currency)).toEqual(['978', '978', '978', '036', '036'])
  })

  test.each([
    [undefined, 'is required'],
    ['EURO', rule],
    ['eur', rule],
    ['RUR', rule],
    ['810', rule],
    [9784, rule],
    [97.8, rule],
    [{}, rule],
  ])('%j is refused by name', (currency, broken) => {
    const { field, rule: result } = explain(read(currency).error!, { ...ticket, currency })
    expect([field, result]).toEqual(['currency', broken])
  })
})
