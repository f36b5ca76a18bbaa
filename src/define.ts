import { TenderCheckout } from '#element/element.ts'

export type { CheckoutAttributes } from '#element/frameworks.ts'
export type { TenderCheckout }

if (!customElements.get('tender-checkout')) customElements.define('tender-checkout', TenderCheckout)
