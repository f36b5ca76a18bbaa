import * as z from 'zod/mini'
import { listOf, long, optional, text, whole } from './fields.ts'
import { rpc } from './rpc.ts'

/** Which parameters there are, and which are needed, depends on the template (4.1). */
export const CustomerRegistration = z.strictObject({
  productName: text,
  parameters: listOf('parameter', z.strictObject({ name: optional(text), value: optional(text) })),
})
export type CustomerRegistration = z.infer<typeof CustomerRegistration>

/** A customer (2.5); values are minor units. */
export const Customer = z.object({
  customerNumber: optional(z.string()),
  customerName: optional(z.string()),
  limits: optional(
    listOf(
      'limit',
      z.object({
        limitName: optional(z.string()),
        limitType: optional(z.string()),
        value: optional(long),
        currentValue: optional(long),
      }),
    ),
  ),
  accounts: optional(
    listOf(
      'account',
      z.object({
        accountNumber: optional(z.string()),
        accountType: optional(z.string()),
        product: optional(z.object({ productNumber: optional(z.string()), productName: optional(z.string()) })),
        balances: optional(listOf('balance', z.object({ type: optional(z.string()), value: optional(long) }))),
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
    response: z.object({ customerNumber: optional(z.string()), accountNumber: optional(z.string()) }),
  }),
  getCustomerInfo: rpc('getCustomerInfo', {
    summary: 'Read a customer, with its accounts and limits',
    source: '4.1, 2.5',
    request: z.strictObject({ customerNumber: text, accountNumber: optional(text) }),
    response: Customer,
  }),
  isCustomerExist: rpc('isCustomerExist', {
    summary: 'Ask whether there is a customer of that number',
    source: '4.1',
    request: z.strictObject({ customerNumber: text, institutionId: optional(whole) }),
    response: z.object({ result: optional(z.boolean()) }),
  }),
}
