import * as z from 'zod/mini'
import { digits, integer, phone, text } from '../fields.ts'
import { accountNumber, customerNumber, listOf, moment } from './fields.ts'
import { rpc } from './rpc.ts'

/** The only customer template, and the names of its parameters (4.1). */
export const customerTemplate = 'CRCU1001'
export const customerParameters = [
  'institutionId',
  'agent_number',
  'customer_number',
  'product_id',
  'start_date',
  'service_id_acc',
  'surname',
  'firstName',
  'secondName',
  'email',
  'mobile_phone',
  'country_code',
  'region',
  'city',
  'street',
  'house',
  'apartament',
  'postal_code',
] as const
export type CustomerParameter = (typeof customerParameters)[number]

/** The parameters that every customer needs. */
const neededParameters = ['customer_number', 'surname', 'firstName'] as const satisfies readonly CustomerParameter[]

/** What the value of a parameter must be beyond a text, and the description of that rule. */
const parameterRules: ReadonlyMap<CustomerParameter, readonly [schema: z.ZodMiniType, rule: string]> = new Map([
  ['institutionId', [digits(1, 9), 'up to 9 digits']],
  ['customer_number', [customerNumber, 'up to 36 characters']],
  ['start_date', [moment, 'a date, YYYY-MM-DD']],
  ['email', [text(3, 254).check(z.regex(/^[^\s@]+@[^\s@]+$/)), 'an e-mail address']],
  ['mobile_phone', [phone, '7 to 15 digits with the country code']],
])

const Parameter = z.strictObject({ name: z.enum(customerParameters), value: text(1, 255) })
type Parameter = z.infer<typeof Parameter>

export const CustomerRegistration = z.strictObject({
  productName: z.literal(customerTemplate),
  /** Each name at most once; surname, firstName and customer_number must be among them. */
  parameters: listOf('parameter', Parameter).check(({ value, issues }) => {
    const message = ruleFor(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  }),
})

function ruleFor(parameters: readonly Parameter[]): string | undefined {
  const names = parameters.map(({ name }) => name)
  const missing = neededParameters.find((name) => !names.includes(name))
  if (missing) return `given with ${missing}`
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) return `given with ${twice} once`
  const wrong = parameters.find(({ name, value }) => parameterRules.get(name)?.[0].safeParse(value).success === false)
  return wrong && `given with ${wrong.name} as ${parameterRules.get(wrong.name)![1]}`
}
export type CustomerRegistration = z.infer<typeof CustomerRegistration>

/** A customer (2.5); values are minor units. */
export const Customer = z.object({
  customerNumber: z.string(),
  customerName: z.optional(z.string()),
  limits: z.optional(
    listOf(
      'limit',
      z.object({
        limitName: z.string(),
        limitType: z.string(),
        value: z.int(),
        currentValue: z.optional(z.int()),
      }),
    ),
  ),
  accounts: z.optional(
    listOf(
      'account',
      z.object({
        accountNumber: z.string(),
        accountType: z.string(),
        product: z.object({ productNumber: z.string(), productName: z.string() }),
        balances: listOf('balance', z.object({ type: z.string(), value: z.int() })),
      }),
    ),
  ),
})
export type Customer = z.infer<typeof Customer>

export const customerOperations = {
  registerCustomer: rpc('registerCustomer', {
    summary: 'Register a customer and open an account for it',
    source: '4.1',
    request: CustomerRegistration,
    response: z.object({ customerNumber: z.string(), accountNumber: z.string() }),
  }),
  getCustomerInfo: rpc('getCustomerInfo', {
    summary: 'Read a customer, with its accounts and limits',
    source: '4.1, 2.5',
    request: z.strictObject({ customerNumber, accountNumber: z.optional(accountNumber) }),
    response: Customer,
  }),
  isCustomerExist: rpc('isCustomerExist', {
    summary: 'Ask whether there is a customer of that number',
    source: '4.1',
    request: z.strictObject({ customerNumber, institutionId: z.optional(integer(9)) }),
    response: z.object({ result: z.boolean() }),
  }),
}
