import { hasErrorCode } from '#server-contract/gateway/error-codes.ts'
import type { OperationName } from '#gateway-client/profiles/profile.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A difference between what the sandbox answers and what a kind of system answers to the same request. */
export type Change = (answer: Fields, operation: OperationName) => Fields

/** A change of every extended status, by itself and in a list of orders. */
const inStatus =
  (change: (answer: Fields) => Fields): Change =>
  (answer, operation) =>
    operation === 'getOrderStatusExtended' ? change(answer) : inList(change)(answer)

const inList = (change: (answer: Fields) => Fields) => (answer: Fields) =>
  replaced(answer, 'orderStatuses', (orders) => (orders as readonly Fields[]).map(change))

/** The value of a field changed, where the answer has it. */
const replaced = (answer: Fields, name: string, change: (value: unknown) => unknown): Fields =>
  name in answer ? { ...answer, [name]: change(answer[name]) } : answer

const without = (answer: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(answer).filter(([one]) => one !== name))

const renamed = (answer: Fields, names: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(answer).map(([name, value]) => [names[name] ?? name, value]))

/** Codes and amounts that decide, as text. */
export const codesAsText: Change = (answer) => inList(withCodesAsText)(withCodesAsText(answer))

const withCodesAsText = (answer: Fields): Fields =>
  ['errorCode', 'orderStatus', 'actionCode', 'amount'].reduce(
    (fields, name) => (typeof fields[name] === 'object' ? fields : replaced(fields, name, String)),
    answer,
  )

/** `errorCode` as a number, as the vendor's own examples of some operations have it. */
export const codesAsNumbers: Change = (answer) => inList(withCodeAsNumber)(withCodeAsNumber(answer))

const withCodeAsNumber = (answer: Fields): Fields => replaced(answer, 'errorCode', Number)

/** `is3DSVer2` as text. */
export const versionAsText: Change = (answer) => replaced(answer, 'is3DSVer2', String)

/** No `is3DSVer2` beside the transaction. */
export const withoutVersion: Change = (answer) => without(answer, 'is3DSVer2')

/** The other spellings of 3-D Secure's names. */
export const otherSpellings: Change = (answer) =>
  renamed(answer, {
    threeDSServerTransId: 'threeDSServerTransID',
    threeDSMethodURL: 'threeDSMethodUrl',
    threeDSMethodURLServer: 'threeDSMethodUrlServer',
  })

/** The status of older releases, which lists no refunds. */
export const withoutRefunds: Change = inStatus((answer) => without(answer, 'refunds'))

/** A list of stored cards without their categories, as recorded ones are. */
export const withoutCategories: Change = (answer) =>
  replaced(answer, 'bindings', (cards) => (cards as readonly Fields[]).map((card) => without(card, 'bindingCategory')))

/** The rouble by the code that it had until 2004. */
export const roubleAs810: Change = inStatus((answer) =>
  replaced(answer, 'currency', (code) => (code === '643' ? '810' : code)),
)

/** Side fields with the types of recorded answers: numbers as text, text as numbers, an object where a list is described. */
export const otherTypes: Change = inStatus((answer) => {
  const changed = replaced(replaced(answer, 'date', String), 'authDateTime', String)
  const card = replaced(changed, 'cardAuthInfo', (info) => replaced(info as Fields, 'approvalCode', Number))
  return replaced(card, 'attributes', (list) => (Array.isArray(list) ? list[0] : list))
})

/** A status that repeats the basket and all attributes, so that it has 70 KB. */
export const longStatus: Change = inStatus((answer) => {
  const items = Array.from({ length: 350 }, (_, at) => item(at))
  return 'orderStatus' in answer ? { ...answer, orderBundle: { cartItems: { items } } } : answer
})

const item = (at: number): Fields => ({
  positionId: String(at + 1),
  name: `Item ${at + 1}`,
  quantity: { value: 1, measure: 'pcs' },
  itemAmount: 100,
  itemCode: `code-${at + 1}`,
  tax: { taxType: 0, taxSum: 0 },
  itemPrice: 100,
  itemAttributes: { attributes: [{ name: 'paymentMethod', value: '1' }] },
})

/** A declined order without its OrderStatus, which only an ErrorCode tells. */
export const withoutDeclinedStatus: Change = (answer) =>
  hasErrorCode({ errorCode: Number(answer['ErrorCode']) }, 'paymentDeclined') ? without(answer, 'OrderStatus') : answer

/** The attributes of an order as members of an object. */
export const attributesAsObject: Change = inStatus((answer) =>
  replaced(answer, 'attributes', (list) =>
    Object.fromEntries((list as readonly Fields[]).map(({ name, value }) => [name, value])),
  ),
)

/** Keys that never expire. */
export const withoutExpiration: Change = (answer, operation) =>
  operation === 'sealingKeys'
    ? replaced(answer, 'keys', (keys) => (keys as readonly Fields[]).map((key) => without(key, 'keyExpiration')))
    : answer

/** Keys whose expiration is text. */
export const expirationAsText: Change = (answer, operation) =>
  operation === 'sealingKeys'
    ? replaced(answer, 'keys', (keys) =>
        (keys as readonly Fields[]).map((key) => replaced(key, 'keyExpiration', String)),
      )
    : answer
