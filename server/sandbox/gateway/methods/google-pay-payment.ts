import { readDirectGooglePay } from '#wallet-tokens/direct.ts'
import { openGooglePayToken } from '#wallet-tokens/open-google-pay-token.ts'
import type { DirectGooglePayment } from '#wallet-tokens/google/payment.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { cardFrom, proofOf, type OpenWallet, type WalletSource } from './wallet.ts'

/** walletB/payment.do: a Google Pay token, made for this gateway and merchant. */
export const openWalletB: OpenWallet = (paymentToken, { openers, merchant, now }) => {
  const opener = { ...openers.google, now, gatewayMerchantId: merchant.login }
  const payment = openGooglePayToken(unpackPaymentToken(paymentToken), opener)
  return { ...sourceOfGoogle(payment), once: `google ${payment.messageId}` }
}

/** walletB/paymentDirect.do; data stored for later payments remains valid after its message has expired. */
export const readWalletB: OpenWallet = (paymentToken, { merchant, initiator, now }) => {
  const payment = readDirectGooglePay(paymentToken)
  const { gatewayMerchantId, messageExpiration, messageId } = payment
  if (gatewayMerchantId !== undefined && gatewayMerchantId !== merchant.login)
    throw new WalletTokenRefused('other_merchant')
  if (initiator.uses) return sourceOfGoogle(payment)
  if (!(now < Number(messageExpiration))) throw new WalletTokenRefused('message_expired')
  return { ...sourceOfGoogle(payment), once: `google ${messageId}` }
}

function sourceOfGoogle({ paymentMethodDetails }: DirectGooglePayment): WalletSource {
  const { pan, expirationYear, expirationMonth, authMethod, cryptogram, eciIndicator } = paymentMethodDetails
  const card = cardFrom(pan, `${expirationYear}${String(expirationMonth).padStart(2, '0')}`)
  return cryptogram === undefined || authMethod === 'PAN_ONLY'
    ? { card, holder: '', method: 'GOOGLE_PAY_CARD' }
    : { card, holder: '', method: 'GOOGLE_PAY_TOKENIZED', secure: proofOf(cryptogram, eciIndicator) }
}
