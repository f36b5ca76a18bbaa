/** Lets the payer of a co-badged card choose its brand, when the checkout has `brandChoice`. */
export { brandOfChoice } from './chosen.ts'
export { choiceView } from './view.ts'
export { css } from './styles.ts'
