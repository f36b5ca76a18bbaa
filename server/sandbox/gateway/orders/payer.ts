import type { Registration } from '#server-contract/gateway/orders.ts'
import type { Payer } from './order.ts'

type PayerFields = {
  readonly [Field in 'email' | 'orderPayerData' | 'billingPayerData']?: Registration[Field] | undefined
}

/** The payer data of a request, merged with what was sent before. */
export function payerOf(
  { email, orderPayerData: phones, billingPayerData: billing }: PayerFields,
  before?: Payer,
): Payer {
  const phone = phones?.mobilePhone ?? phones?.homePhone ?? phones?.workPhone
  const address = email ?? before?.email
  return {
    contact: (email ?? phone) !== undefined || (before?.contact ?? false),
    billing: !!(billing?.billingAddressLine1 && billing.billingPostalCode) || (before?.billing ?? false),
    ...(address !== undefined && { email: address }),
  }
}
