import type { Customer } from '../rows.ts'

/** Of customers who were registered without an institutionId. */
const OWN_INSTITUTION = 1

/** The institution that a customer is of (card management 4.1). */
export const institutionOf = (customer: Customer | undefined): number =>
  Number(customer?.parameters['institutionId'] ?? OWN_INSTITUTION)
