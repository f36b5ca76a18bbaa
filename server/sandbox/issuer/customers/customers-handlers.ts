import type { customerOperations } from '#server-contract/issuing/customers.ts'
import type { Request } from '#contract/operation.ts'
import type { IssuerContext } from '../context.ts'
import { getCustomerInfo } from './info.ts'
import { registerCustomer } from './register.ts'
import { institutionOf } from './institution.ts'

export const customerHandlers = (context: IssuerContext) => ({
  registerCustomer: registerCustomer(context),
  getCustomerInfo: getCustomerInfo(context),
  isCustomerExist: isCustomerExist(context),
})

type CustomerExistsRequest = Request<typeof customerOperations.isCustomerExist>

/** isCustomerExist (card management 4.1): with an institutionId, whether it is a customer of that institution. */
const isCustomerExist =
  ({ tables }: IssuerContext) =>
  ({ customerNumber, institutionId }: CustomerExistsRequest): { result: boolean } => {
    const customer = tables.customers.get(customerNumber)
    return { result: customer !== undefined && (institutionId ?? institutionOf(customer)) === institutionOf(customer) }
  }
