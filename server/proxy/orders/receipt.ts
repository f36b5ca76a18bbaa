import type { Receipt } from '#contract/checkout.ts'
import type { TryState } from '#contract/outcome.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { ProxyConfig } from '../config/config.ts'
import { brandOf } from '../methods/card/brand.ts'

/** Ways to pay whose card number is the wallet's own, and on no card of the payer. */
const byWallet = /APPLE|GOOGLE|ANDROID|SAMSUNG|PAY$/

/** Characters of a sentence of the bank's that are shown. */
const LONGEST = 200

/**
 * The receipt of a payment that was made; nothing where neither the gateway nor the settings say anything. The bank's
 * sentence is about a payment, and wrong beside a card that was only checked, and an amount that is held or given back.
 */
export function receiptOf(
  order: OrderState,
  { shopName: shop, shopSupport: support }: Pick<ProxyConfig, 'shopName' | 'shopSupport'>,
  state: TryState,
): { readonly receipt?: Receipt } {
  const { cardAuthInfo = {}, authDateTime: at, authRefNum: refNum, paymentWay = '' } = order
  const bankAnswer = state === 'paid' ? order.actionCodeDescription?.slice(0, LONGEST) : undefined
  const { pan, maskedPan = pan ?? '', paymentSystem, approvalCode } = cardAuthInfo
  const brand = brandOf(paymentSystem, maskedPan)
  const lastDigits = byWallet.test(paymentWay) ? undefined : /\d{4}$/.exec(maskedPan)?.[0]
  const receipt = {
    ...(brand && { brand }),
    ...(lastDigits && { lastDigits }),
    ...(at && { at }),
    ...(approvalCode && { approvalCode }),
    ...(refNum && { refNum }),
    ...(bankAnswer && { bankAnswer }),
    ...(shop && { shop }),
    ...(support && { support }),
  }
  return Object.keys(receipt).length > 0 ? { receipt } : {}
}
