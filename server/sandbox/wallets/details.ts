import type { Random } from '#contract/ports.ts'
import { indicatorsOf } from '#sandbox/cards/eci.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import type { ApplePayment } from '#wallet-tokens/apple/payment.ts'
import type { GooglePayment } from '#wallet-tokens/google/payment.ts'
import type { GooglePayDetails } from '#wallet-tokens/make/google-pay.ts'

/** The card in a wallet. The device's account number is the card's: the sandbox's issuer knows no other. */
export type WalletCard = Pick<TestCard, 'pan' | 'expiry' | 'brand'>

export type AuthMethod = GooglePayment['paymentMethodDetails']['authMethod']

/** Apple Pay's payment data, before encryption. */
export const appleDetails = (
  { card, amount, currency }: { readonly card: WalletCard; readonly amount: number; readonly currency: string },
  random: Random,
): ApplePayment => ({
  applicationPrimaryAccountNumber: card.pan,
  applicationExpirationDate: lastDayOf(card.expiry),
  currencyCode: currency,
  transactionAmount: amount,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: cryptogramFrom(random), eciIndicator: indicatorsOf(card.brand).full },
})

/** Google Pay's payment data, before encryption. */
export function googleDetails(
  {
    card,
    merchant,
    authMethod,
  }: { readonly card: WalletCard; readonly merchant: string; readonly authMethod: AuthMethod },
  random: Random,
): GooglePayDetails {
  const { pan, expiry } = card
  const proof = authMethod === 'CRYPTOGRAM_3DS' && {
    cryptogram: cryptogramFrom(random),
    eciIndicator: indicatorsOf(card.brand).full,
  }
  const [expirationYear, expirationMonth] = [Number(expiry.slice(0, 4)), Number(expiry.slice(4))]
  return {
    gatewayMerchantId: merchant,
    paymentMethodDetails: { pan, expirationYear, expirationMonth, authMethod, ...proof },
  }
}

const cryptogramFrom = (random: Random): string => Buffer.from(random.bytes(20)).toString('base64')

/** YYMMDD of an expiry YYYYMM. */
const lastDayOf = (expiry: string): string => {
  const [year, month] = [Number(expiry.slice(0, 4)), Number(expiry.slice(4))]
  return expiry.slice(2) + String(new Date(Date.UTC(year, month, 0)).getUTCDate())
}
