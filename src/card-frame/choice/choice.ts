/** What lets the payer of a co-badged card choose its brand; fetched only where the merchant's processor is told. */
export { brandOfChoice } from './chosen.ts'
export { choiceView } from './view.ts'
export { css } from './styles.ts'
