import { applePayVariables } from './apple-pay/variables.ts'
import { googlePayVariables } from './google-pay/variables.ts'
import { bankPageVariables } from './bank-page/variables.ts'
import { sbpVariables } from './sbp/variables.ts'

/** The variables of the ways to pay. */
export const methodVariables = [
  ...applePayVariables,
  ...googlePayVariables,
  ...sbpVariables,
  ...bankPageVariables,
] as const
