/** The stored cards of a known client, and the consent to store one; loaded only when the checkout has either. */
export { codeName, storedView } from './list.ts'
export { consentView } from './consent.ts'
export { pressed } from './removal.ts'
export { css } from './styles.ts'
