/** The checkout's class and types, for pages that define the tag themselves; importing it has no side effects. */
export { TenderCheckout } from '#element/element.ts'
export type { Detail, Result, TenderEventMap, TenderSubmitEvent } from '#element/state/events.ts'
export type { CheckoutAttributes } from '#element/frameworks.ts'
export type { TextOverrides } from '#texts/overrides.ts'
export type { State } from '#element/state/checkout-state.ts'
