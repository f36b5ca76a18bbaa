import { address } from './address.ts'
import { payerRules } from './data.ts'

/** Asks for the payer's postal address too; loaded only when the checkout requests it. */
export const { check, dataOf, fieldsOf, known, requested, specOf } = payerRules(address)
export { sentence } from './address.ts'
export { css } from './styles.ts'
export { payerView, select } from './view.ts'
