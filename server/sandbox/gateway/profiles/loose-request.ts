import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { numeralsAsText } from '#contract/wire/numerals.ts'
import { fromJson } from '#wallet-tokens/payment-token.ts'
import type { Imitation } from './imitations.ts'

/** The fields that have entries of a basket, with their schemas. */
const baskets = [
  ['orderBundle', gatewayApi.register.request.shape.orderBundle],
  ['refundItems', gatewayApi.refund.request.shape.refundItems],
] as const

/**
 * Rewrites the fields of a request that a kind of system takes, and the document does not describe, as the document has
 * them: a currency by the code that it answers, and baskets as the modules of shop systems send them.
 */
export function readLoosely(fields: Record<string, unknown>, imitation: Imitation): void {
  const { currencyAliases, hasStrictBaskets } = imitation
  const code = Object.entries(currencyAliases).find(([theirs]) => theirs === fields['currency'])
  if (code) fields['currency'] = code[1]
  if (hasStrictBaskets) return
  for (const [name, schema] of baskets) {
    const sent = fromJson(String(fields[name]))
    if (typeof sent !== 'object' || sent === null) continue
    const basket = withoutEmpty(sent) ?? {}
    const { orderCreationDate, ...rest } = basket as { orderCreationDate?: unknown }
    const isOther = otherDate.test(String(orderCreationDate))
    const read = numeralsAsText(schema, isOther ? rest : basket)
    // A bundle of the customer's data alone is no basket.
    if (name === 'orderBundle' && !('cartItems' in Object(read))) delete fields[name]
    else fields[name] = JSON.stringify(read)
  }
}

/** Renames fields that differ from the document's in the case of their letters alone, and an order's id. */
export function readNames(
  fields: Record<string, unknown>,
  { takesOtherEncodings }: Imitation,
  { request: { shape } }: Operation,
): void {
  if (!takesOtherEncodings) return
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]))
  for (const sent of Object.keys(fields)) {
    const name = names.get(sent.toLowerCase()) ?? (sent === 'orderId' ? names.get('mdorder') : undefined)
    if (name === undefined || Object.hasOwn(shape, sent) || fields[name] !== undefined) continue
    fields[name] = fields[sent]
    delete fields[sent]
  }
}

/** Login and password of HTTP Basic, as fields. */
export function basicIn(authorization = ''): { readonly userName?: string; readonly password?: string } {
  const [, encoded] = /^Basic (\S+)$/i.exec(authorization) ?? []
  const [userName, password] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(/:(.*)/s)
  return userName && password !== undefined ? { userName, password } : {}
}

/** A date in another form than the document's, which nothing here depends on: Unix time, a day, or a time with its zone. */
const otherDate = /^(?!.{10}T.{8}$)(?:\d{10}(?:\d{3})?|\d{4}-\d\d-\d\d(?:[ T][\d:]{5,8}(?:Z|[+-][\d:]{4,5})?)?)$/

/** What is empty is absent, at any depth: PHP writes an absent value as an empty text, `null`, `false` or an empty list. */
function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === false || value === null) return undefined
  if (Array.isArray(value)) return value.length ? value.map(withoutEmpty) : undefined
  if (typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)] as const)
  const kept = members.filter(([, inner]) => inner !== undefined)
  return kept.length ? Object.fromEntries(kept) : undefined
}
