import * as z from 'zod/mini'
import { address, currency, digits, integer, text } from '#contract/fields.ts'
import { languages } from '#server-contract/gateway/language.ts'
import { demands, permissions } from '#sandbox/gateway/merchants/permissions.ts'
import { isCurrency } from '#sandbox/gateway/orders/currencies.ts'

const nameIn = <Name extends string>(table: Readonly<Record<Name, string>>) => z.enum(Object.keys(table) as Name[])

const atLeastOne = (length: number) => integer(length).check(z.minimum(1))

const pem = text(1, 16_384)

const key = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('hmac'), secret: text(1, 256) }),
    z.strictObject({ kind: z.literal('rsa'), privateKey: pem, alias: text(1, 255) }),
  ],
  'hmac, with a secret, or rsa, with a privateKey and its alias',
)

const callback = z.strictObject({
  address: z.optional(address()),
  method: z.optional(z.enum(['GET', 'POST'])),
  key: z.optional(key),
  repeatAfter: z.optional(atLeastOne(9).check(z.maximum(86_400_000))),
  growth: z.optional(z.number().check(z.minimum(1), z.maximum(10))),
  failures: z.optional(atLeastOne(2)),
})

/** A merchant's settings as a person writes them; the lengths are those of the specification, if it has the field. */
export const MerchantSettings = z.strictObject({
  login: text(1, 50),
  password: z.optional(text(1, 30)),
  token: z.optional(text(1, 256)),
  name: z.optional(text(1, 255)),
  mcc: z.optional(digits(4, 4)),
  city: z.optional(text(1, 255)),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters (ISO 3166)'))),
  currency: z.optional(currency.check(z.refine(isCurrency, 'a known ISO 4217 code'))),
  language: z.optional(z.enum(languages)),
  terminalId: z.optional(text(1, 10)),
  parent: z.optional(text(1, 50)),
  inn: z.optional(text(1, 16)),
  requestsPerSecond: z.optional(atLeastOne(6)),
  sessionTimeoutSecs: z.optional(atLeastOne(9)),
  permissions: z.optional(z.array(nameIn(permissions))),
  demands: z.optional(z.array(nameIn(demands))),
  certificate: z.optional(pem),
  signature: z.optional(z.literal('required')),
  callback: z.optional(callback),
})
export type MerchantSettings = z.infer<typeof MerchantSettings>
