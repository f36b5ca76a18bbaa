import type { AppleOffer } from '#contract/methods/apple-pay.ts'
import type { GoogleOffer } from '#contract/methods/google-pay.ts'

export const apple: AppleOffer = {
  merchantName: 'Kettle & Cup',
  countryCode: 'LT',
  networks: ['visa', 'mastercard', 'mir', 'nonesuch'],
}

export const google: GoogleOffer = {
  environment: 'TEST',
  gateway: 'sandbox',
  gatewayMerchantId: 'shop-api',
  merchantName: 'Kettle & Cup',
  countryCode: 'LT',
  networks: ['visa', 'mastercard', 'mir'],
  authMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
}

/** Decodes a wallet's payment data, which the proxy receives as Base64 of UTF-8 JSON. */
export const unpacked = (paymentToken: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(paymentToken), (byte) => byte.charCodeAt(0))))
