import type { IssuerContext } from '../context.ts'
import { isCustomerExist } from './exists.ts'
import { getCustomerInfo } from './info.ts'
import { registerCustomer } from './register.ts'

export const customerHandlers = (context: IssuerContext) => ({
  registerCustomer: registerCustomer(context),
  getCustomerInfo: getCustomerInfo(context),
  isCustomerExist: isCustomerExist(context),
})
