import type { Desk } from '../desk.ts'
import { isCustomerExist } from './exists.ts'
import { getCustomerInfo } from './info.ts'
import { registerCustomer } from './register.ts'

export const customerHandlers = (desk: Desk) => ({
  registerCustomer: registerCustomer(desk),
  getCustomerInfo: getCustomerInfo(desk),
  isCustomerExist: isCustomerExist(desk),
})
