import { claimsOf } from '../state/ticket.ts'

/** In a ticket that no wallet takes; to verify a card only some can. */
const never = /"(moto|VERIFY|feeInput|merchantLogin|merchantInn)"/

/**
 * Keeps a place for the wallets that come beside the card form, so that they move nothing: for those of the ticket's
 * `methods` that this browser may have. Where it has none, a page asks for tabs or an accordion if there are several.
 */
export function keepRoom({ dataset, style }: HTMLElement, order: string, layout: string): void {
  const claims = claimsOf(order)
  const methods = String(claims['methods'] ?? (layout !== 'stack' && 'card,applePay,googlePay'))
  const count = +methods.includes('googlePay') + +('ApplePaySession' in globalThis && methods.includes('applePay'))
  const isKept = count && methods.includes('card') && !never.test(JSON.stringify(claims))
  dataset['room'] = isKept ? layout : ''
  style.setProperty('--count', `${count}`)
}
