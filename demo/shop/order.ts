import * as z from 'zod/mini'
import type { Problem } from '#server-contract/explain.ts'
import { address, amount, currency, dateTime, digits, integer, phone, text } from '#contract/fields.ts'
import { askable } from '#contract/payment-methods.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { toForm } from '#contract/wire/form.ts'
import { readQuery } from '../query.ts'
import { basketSum } from './catalogue.ts'
import { currencyFor, methods as all, usualMethods } from './methods.ts'

/**
 * The query parameters of the shop's page: `amount` in minor units, `currency` numeric ISO 4217. `verify` pays nothing
 * and only checks and stores the card; `recurringFrequency` is in days, `recurringExpiry` YYYYMMDD. The others are
 * claims of the ticket, with its names and units.
 */
export const Wanted = z.strictObject({
  amount: z._default(amount, 4990),
  currency: z._default(currency, '978'),
  orderNumber: z.optional(text(1, 32)),
  clientId: z.optional(text(1, 255)),
  capture: z._default(z.enum(['one-phase', 'two-phase']), 'one-phase'),
  verify: z._default(z.enum(['no', 'yes']), 'no'),
  methods: z.optional(z.array(z.enum(all))),
  ask: z.optional(z.array(z.enum(askable))),
  save: z.optional(z.enum(['never', 'ask', 'required'])),
  saveAs: z.optional(z.enum(['common', 'recurrent'])),
  recurringFrequency: z.optional(digits(1, 2)),
  recurringExpiry: z.optional(digits(8, 8)),
  locale: z.optional(text(2, 35)),
  email: z.optional(text(1, 40)),
  phone: z.optional(phone),
  feeInput: z.optional(integer(8)),
  autocompletionDate: z.optional(dateTime),
  autoReverseDate: z.optional(dateTime),
  postAddress: z.optional(text(1, 255)),
  merchantLogin: z.optional(text(1, 255)),
  merchantInn: z.optional(text(1, 16)),
  bindingId: z.optional(text(1, 255)),
  dynamicCallbackUrl: z.optional(address()),
  presentation: z._default(z.enum(['dialog', 'redirect']), 'dialog'),
  /** What is in the basket, such as `set-1.beans-2`; it then decides the amount, in EUR. */
  items: z.optional(text(1, 100)),
  delivery: z.optional(text(1, 20)),
})
export type Wanted = z.infer<typeof Wanted>
export type Numbered = Wanted & { readonly orderNumber: string }

/** Parses the shop's query; returns a `Problem` for an invalid field. */
export function readWanted(search: URLSearchParams): Wanted | Problem {
  const wanted = readQuery(Wanted, search)
  if ('rule' in wanted) return wanted
  if (wanted.items === undefined) return { ...wanted, currency: currencyFor(wanted.methods, wanted.currency) }
  return { ...wanted, amount: basketSum(wanted.items, wanted.delivery ?? ''), currency: '978' }
}

export const isNumbered = (preset: Wanted): preset is Numbered => preset.orderNumber !== undefined

/** The query that shows the same order again. */
export function queryOf(preset: Wanted): string {
  return toForm(preset).toString()
}

/** The amount charged now: 0 when the card is only checked. */
export const orderSum = ({ amount, verify }: Wanted): number => (verify === 'yes' ? 0 : amount)

/** Claims that the page's query names as the ticket does. */
const passed = [
  'feeInput',
  'autocompletionDate',
  'autoReverseDate',
  'postAddress',
  'merchantLogin',
  'merchantInn',
  'bindingId',
  'dynamicCallbackUrl',
] as const satisfies readonly (keyof Wanted & keyof OrderClaims)[]

/** The claims of the order ticket; `returnUrl` is the page that shows the order again. */
export const claimsOf = (preset: Numbered, returnUrl: string): OrderClaims => ({
  orderNumber: preset.orderNumber,
  amount: orderSum(preset),
  currency: preset.currency,
  returnUrl,
  description: 'Coffee set from the demo shop',
  capture: preset.capture,
  ...(preset.verify === 'yes' && { features: ['VERIFY'] }),
  methods: preset.methods ?? [...usualMethods],
  ...(preset.ask && { ask: preset.ask }),
  ...(preset.locale && { language: preset.locale }),
  ...(preset.clientId && { clientId: preset.clientId }),
  ...(preset.email && { email: preset.email }),
  ...(preset.phone && { phone: preset.phone }),
  ...savingOf(preset),
  ...Object.fromEntries(passed.flatMap((name) => (preset[name] === undefined ? [] : [[name, preset[name]]]))),
})

/** A card that is only checked is stored for its client unless `save` says otherwise. */
const savingOf = ({ save, saveAs, recurringFrequency, recurringExpiry, verify, clientId }: Wanted) => ({
  ...(save && { save }),
  ...(!save && verify === 'yes' && clientId && { save: 'required' as const }),
  ...(saveAs && { saveAs }),
  ...(saveAs === 'recurrent' && { recurringFrequency: recurringFrequency ?? '28' }),
  ...(saveAs === 'recurrent' && { recurringExpiry: recurringExpiry ?? '20341231' }),
})
