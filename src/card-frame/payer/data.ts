import type { PayerData, RequestedData } from '#contract/payment-methods.ts'
import type { Field, PayerField } from '../form/fields.ts'
import type { PayerRules, Values } from '../form/form-context.ts'
import { checkContact, contactSpec, phoneOf, type ContactField } from './contact.ts'

/** The rules of postal addresses, which are loaded only where one is asked for. */
export interface AddressRules extends Pick<PayerRules, 'specOf' | 'check'> {
  /** The fields in the order of the address's country. */
  readonly fieldsOf: (values: Values) => readonly PayerField[]
  readonly known: (billing: NonNullable<PayerData['billing']>) => Values
  /** The parts of the address that are present and valid. */
  readonly billingOf: (values: Values) => NonNullable<PayerData['billing']>
}

const isContact = (field: Field): field is ContactField => field === 'email' || field === 'phone'

/** The rules of the payer's data, with those of an address where one is asked for. */
export function payerRules(address?: AddressRules): PayerRules {
  const check: PayerRules['check'] = (field, values) =>
    isContact(field) ? checkContact(field, values) : address?.check(field, values)
  const good = (field: ContactField, values: Values): string =>
    check(field, values) ? '' : field === 'phone' ? phoneOf(values)!.number : values.email!.trim()
  return {
    requested: (request, brandOfCard, { number }) =>
      request
        .filter(({ brand = brandOfCard, afterNumber }) => brand === brandOfCard && (number || !afterNumber))
        .map(({ data }) => data),
    check,
    fieldsOf: (data, values) => (data === 'billing' ? (address?.fieldsOf(values) ?? []) : [data]),
    specOf: (field, values) => (isContact(field) ? contactSpec(field, values) : address!.specOf(field, values)),
    known: ({ email = '', phone = '', billing = {} }) => ({ email, phone, ...address?.known(billing) }),
    dataOf(request, values) {
      const [email, phone] = (['email', 'phone'] as const).map((field) => wanted(request, field) && good(field, values))
      const billing = request.includes('billing') ? address?.billingOf(values) : undefined
      const isAny = billing && Object.keys(billing).length > 0
      return { ...(email && { email }), ...(phone && { phone }), ...(isAny && { billing }) }
    },
  }
}

const wanted = (request: readonly RequestedData[], field: ContactField): boolean => request.includes(field)
