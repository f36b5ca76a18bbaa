import type { customerOperations } from '#contract/issuing/customers.ts'
import type { Request } from '#contract/operation.ts'
import type { Desk } from '../desk.ts'
import type { Customer } from '../rows.ts'

/** Of customers who were registered without an institutionId. */
const OWN_INSTITUTION = 1

type Asked = Request<typeof customerOperations.isCustomerExist>

/** isCustomerExist (card management 4.1): with an institutionId, whether it is a customer of that institution. */
export const isCustomerExist =
  ({ books }: Desk) =>
  ({ customerNumber, institutionId }: Asked): { result: boolean } => {
    const customer = books.customers.get(customerNumber)
    return { result: customer !== undefined && (institutionId ?? institutionOf(customer)) === institutionOf(customer) }
  }

const institutionOf = ({ parameters }: Customer): number => Number(parameters['institutionId'] ?? OWN_INSTITUTION)
