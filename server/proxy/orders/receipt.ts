import type { Receipt } from '#contract/checkout.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { brandOf } from '../methods/card/brand.ts'

/** Ways to pay whose card number is the wallet's own, and on no card of the payer. */
const byWallet = /APPLE|GOOGLE|ANDROID|SAMSUNG|PAY$/

/** The receipt of a payment that was made; nothing where the gateway reports neither the card nor the time. */
export function receiptOf(order: OrderState): { readonly receipt?: Receipt } {
  const { cardAuthInfo = {}, authDateTime: at, authRefNum: refNum, paymentWay = '' } = order
  const { pan, maskedPan = pan ?? '', paymentSystem, approvalCode } = cardAuthInfo
  const brand = brandOf(paymentSystem, maskedPan)
  const lastDigits = byWallet.test(paymentWay) ? undefined : /\d{4}$/.exec(maskedPan)?.[0]
  const receipt = {
    ...(brand && { brand }),
    ...(lastDigits && { lastDigits }),
    ...(at && { at }),
    ...(approvalCode && { approvalCode }),
    ...(refNum && { refNum }),
  }
  return Object.keys(receipt).length > 0 ? { receipt } : {}
}
