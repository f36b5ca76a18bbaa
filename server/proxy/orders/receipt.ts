import type { Receipt } from '#contract/checkout.ts'
import type { TryState } from '#contract/outcome.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'
import type { ProxyConfig } from '../config/config.ts'
import { brandOf } from '../methods/card/brand.ts'

/** Ways to pay whose card number is the wallet's own, and on no card of the payer. */
const byWallet = /APPLE|GOOGLE|ANDROID|SAMSUNG|PAY$/

/** Characters of a sentence of the bank's that are shown. */
const LONGEST = 200

/** What a receipt has besides the order's status: the identifier of the payment, and settings of the shop and its bank. */
export interface ReceiptFacts {
  readonly orderId: string
  readonly config: Pick<ProxyConfig, 'shopName' | 'shopSupport'> & {
    readonly gateway: { readonly profile: Pick<GatewayProfile, 'languages'> }
  }
}

/**
 * The receipt of a payment that was made; nothing where neither the gateway nor the settings say anything. A bank whose
 * profile names its languages certifies its identifier and its sentence there. Any other's sentence may be in another
 * language than the page, and says what the title says. It is about a payment, and wrong beside a card that was only
 * checked, and an amount that is held or given back.
 */
export function receiptOf(
  order: OrderState,
  { orderId, config: { shopName: shop, shopSupport: support, gateway } }: ReceiptFacts,
  state: TryState,
): { readonly receipt?: Receipt } {
  const { cardAuthInfo = {}, authDateTime: at, authRefNum: refNum, paymentWay = '' } = order
  const isCertified = gateway.profile.languages !== undefined
  const bankAnswer = isCertified && state === 'paid' ? order.actionCodeDescription?.slice(0, LONGEST) : undefined
  const { pan, maskedPan = pan ?? '', paymentSystem, approvalCode } = cardAuthInfo
  const brand = brandOf(paymentSystem, maskedPan)
  const lastDigits = byWallet.test(paymentWay) ? undefined : /\d{4}$/.exec(maskedPan)?.[0]
  const receipt = {
    ...(brand && { brand }),
    ...(lastDigits && { lastDigits }),
    ...(at && { at }),
    ...(isCertified && { paymentId: orderId }),
    ...(approvalCode && { approvalCode }),
    ...(refNum && { refNum }),
    ...(bankAnswer && { bankAnswer }),
    ...(shop && { shop }),
    ...(support && { support }),
  }
  return Object.keys(receipt).length > 0 ? { receipt } : {}
}
