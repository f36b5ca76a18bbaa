import { payerRules } from './data.ts'

/** Asks for the payer's e-mail address and telephone; loaded only when the checkout requests one. */
export const { check, dataOf, fieldsOf, known, requested, specOf } = payerRules()
export const sentence = (): string => ''
export { css } from './styles.ts'
export { payerView, select } from './view.ts'
