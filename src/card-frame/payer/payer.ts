/** What asks for data about the payer; fetched only when something is asked. */
export { check, dataOf, known, fieldSpecs } from './data.ts'
export { css } from './styles.ts'
export { payerView, select } from './view.ts'
