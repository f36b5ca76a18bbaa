import type { Registration } from '#server-contract/gateway/orders.ts'

/** Free-form attributes as they are sent: jsonParams, or additionalParameters. */
export type SentAttributes = NonNullable<Registration['jsonParams']>

/** Free-form attributes as an order keeps them: `merchantOrderParams` has texts only. */
export type OrderAttributes = Readonly<Record<string, string>>

/** Each value as text: one that is no text as its JSON, and `null` as an empty one, which counts as not sent. */
export const attributesOf = (sent: SentAttributes = {}): OrderAttributes =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, textOf(value)]))

function textOf(value: SentAttributes[string]): string {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}
