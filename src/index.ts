/** The checkout's class and types, for those who name the tag themselves; importing it changes nothing. */
export { TenderCheckout } from '#element/element.ts'
export type { Detail, Result, TenderEventMap, TenderSubmitEvent } from '#element/state/events.ts'
export type { State } from '#element/state/checkout-state.ts'
