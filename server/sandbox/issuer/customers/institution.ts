import type { Customer } from '../records.ts'

/** Institution of customers that were registered without an institutionId. */
const OWN_INSTITUTION = 1

/** The institution of a customer (card management 4.1). */
export const institutionOf = (customer: Customer | undefined): number =>
  Number(customer?.parameters['institutionId'] ?? OWN_INSTITUTION)
