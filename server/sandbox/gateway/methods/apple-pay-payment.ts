import { openApplePayToken } from '#wallet-tokens/open-apple-pay-token.ts'
import type { DirectApplePayment } from '#wallet-tokens/apple/payment.ts'
import { readDirectApplePay } from '#wallet-tokens/direct.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { cardFrom, proofOf, type OpenWallet, type WalletSource } from './wallet.ts'

/** walletA/payment.do: Apple Pay's payment data, encrypted and signed. */
export const openWalletA: OpenWallet = async (paymentToken, { openers, now }) => {
  const { open = openApplePayToken, ...trusted } = openers.apple
  const { payment, transactionId } = await open(unpackPaymentToken(paymentToken), { ...trusted, now })
  return { ...sourceOfApple(payment), once: `apple ${transactionId}` }
}

/** walletA/paymentDirect.do: without a transaction id, the cryptogram may pay once; stored data may pay again. */
export const readWalletA: OpenWallet = (paymentToken, { initiator }) => {
  const source = sourceOfApple(readDirectApplePay(paymentToken))
  return initiator.uses ? source : { ...source, once: `apple ${source.secure?.cavv}` }
}

function sourceOfApple(payment: DirectApplePayment): WalletSource {
  if (payment.paymentDataType !== '3DSecure')
    throw new WalletTokenRefused('content_invalid', 'paymentDataType EMV is not taken')
  const { applicationPrimaryAccountNumber: pan, applicationExpirationDate: until, cardholderName } = payment
  const { onlinePaymentCryptogram, eciIndicator } = payment.paymentData
  return {
    card: cardFrom(pan, `20${until.slice(0, 4)}`),
    holder: cardholderName ?? '',
    method: 'APPLE_PAY',
    sum: { amount: payment.transactionAmount, currency: payment.currencyCode },
    secure: proofOf(onlinePaymentCryptogram, eciIndicator),
  }
}
