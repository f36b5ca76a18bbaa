import type { Chance } from '../chance.ts'

type Answer = Readonly<Record<string, unknown>>

/** Fields that an answer need not have, with values of other types than described. */
const sideFields: readonly (readonly [name: string, values: readonly unknown[]])[] = [
  ['cardAuthInfo', [{ approvalCode: 123456, expiration: 203512, maskedPan: {} }, [{ pan: 1 }], 'x', [{}, {}]]],
  ['bankInfo', [[], 'x', { bankName: {} }]],
  // A client or a stored card that can be read is compared with those of a charge.
  ['bindingInfo', ['x', { clientId: {}, bindingId: [] }]],
  ['paymentAmountInfo', ['x', [], { approvedAmount: {}, depositedAmount: 'x', totalAmount: 1.5, paymentState: 1 }]],
  ['refunds', ['x', [], ['x'], {}]],
  ['operations', [{}, 'x', [{ amount: 'x' }]]],
  ['merchantOrderParams', ['x', [], [{ name: 7, value: {} }]]],
  ['date', ['Fri Nov 27', 1.5, {}]],
  ['authDateTime', ['x', []]],
  ['ip', [{}, 7]],
  ['chargeback', ['x', 1]],
  ['orderBundle', ['x'.repeat(90_000)]],
  ['info', [{}, []]],
  ['errorMessage', [{}, 7]],
  ['actionCodeDescription', [[], 7]],
  ['redirect', [{}, true]],
]

/** Other spellings of the fields that decide. */
const spellings: Readonly<Record<string, string>> = {
  errorCode: 'ErrorCode',
  orderStatus: 'OrderStatus',
  orderNumber: 'OrderNumber',
  amount: 'Amount',
  currency: 'Currency',
  actionCode: 'ActionCode',
  success: 'Success',
}

/** A number as text, a text of digits as number, a flag as text. */
const otherType = (value: unknown): unknown => {
  if (typeof value === 'string' && /^[1-9]\d{0,8}$|^0$/.test(value)) return Number(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/**
 * The body of an answer as another gateway of the family gives it: all that decides is the same, in other types and
 * spellings; side fields have types that nobody described, and names that are given twice.
 */
export function accented(answer: Answer, { pick, is }: Chance): string {
  const decided = Object.entries(answer).map(([name, value]) => {
    const isSpelled = name in spellings && is(0.5)
    return [isSpelled ? spellings[name] : name, name in spellings && is(0.5) ? otherType(value) : value] as const
  })
  const side = sideFields.filter(([name]) => is(0.7) && !(name in answer)).map(([name, all]) => [name, pick(all)])
  const body = JSON.stringify(Object.fromEntries([...decided, ...side]))
  return is(0.3) ? body.replace('{', '{"ip":"1","ip":"2","__proto__":{"orderStatus":2},') : body
}
