/** Asks for payer data; loaded only when the checkout requests some. */
export { check, dataOf, known, fieldSpecs } from './data.ts'
export { css } from './styles.ts'
export { payerView, select } from './view.ts'
