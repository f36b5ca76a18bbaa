/** What a checkout for a known client adds to the form; fetched only for one. */
export { storedView } from './list.ts'
export { consentView } from './consent.ts'
export { pressed } from './removal.ts'
export { css } from './styles.ts'
