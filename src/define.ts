import { TenderCheckout } from '#element/element.ts'

if (!customElements.get('tender-checkout')) customElements.define('tender-checkout', TenderCheckout)
