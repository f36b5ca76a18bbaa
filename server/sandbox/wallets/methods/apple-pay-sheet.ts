import { createPublicKey } from 'node:crypto'
import type { Random } from '#contract/ports.ts'
import { indicatorsOf } from '#sandbox/cards/eci.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { AppleOpener } from '#wallet-tokens/open-apple-pay-token.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import type { ApplePayment } from '#wallet-tokens/apple/payment.ts'
import type { ApplePaymentData } from '#wallet-tokens/apple/shape.ts'
import { makeApplePayToken } from '../tokens/make-apple-pay-token.ts'
import { makeAppleRoot } from '../tokens/apple-root.ts'
import { cryptogramFrom, pemOf, privateKeyIn, type Sheet, type WalletCard, type WalletOptions } from '../wallet.ts'

/** A payment by a device with Apple Pay: `amount` in minor units, `currency` numeric ISO 4217. */
export interface ApplePayRequest {
  readonly card: WalletCard
  readonly amount: number
  readonly currency: string
}

/** Apple Pay, and the keys with which the gateway opens its tokens. */
export interface ApplePay {
  readonly opener: Pick<AppleOpener, 'roots' | 'keys'>
  readonly sheet: Sheet
  token(request: ApplePayRequest): Promise<ApplePaymentData>
}

const merchantIdentifier = 'merchant.sandbox'

/** Makes an Apple root of its own, and the key for which tokens are encrypted. */
export async function buildApplePay(store: Store, options: WalletOptions): Promise<ApplePay> {
  const key = privateKeyIn(store, 'apple')
  const root = await makeAppleRoot(options)
  const token: ApplePay['token'] = (request) =>
    makeApplePayToken(appleDetails(request, options.random), {
      ...options,
      root,
      merchantPublicKey: createPublicKey(key),
      merchantIdentifier,
    })
  return {
    opener: {
      roots: rootsWith(store, root.root),
      keys: appleMerchantKeys([{ privateKey: pemOf(key), merchantIdentifier }]),
    },
    sheet: {
      authMethods: ['CRYPTOGRAM_3DS'],
      token: ({ amount, currency }, { card }) => token({ card, amount: Number(amount), currency }),
    },
    token,
  }
}

/** Apple Pay's payment data, before encryption. */
export const appleDetails = ({ card, amount, currency }: ApplePayRequest, random: Random): ApplePayment => ({
  applicationPrimaryAccountNumber: card.pan,
  applicationExpirationDate: lastDayOf(card.expiry),
  currencyCode: currency,
  transactionAmount: amount,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: cryptogramFrom(random), eciIndicator: indicatorsOf(card.brand).full },
})

/** YYMMDD of an expiry YYYYMM. */
const lastDayOf = (expiry: string): string => {
  const [year, month] = [Number(expiry.slice(0, 4)), Number(expiry.slice(4))]
  return expiry.slice(2) + String(new Date(Date.UTC(year, month, 0)).getUTCDate())
}

/** How many roots are trusted: the keys of an Apple root are not stored, so each process makes its own. */
const MAX_ROOTS = 4

/** The trusted Apple roots, PEM, the new one first. */
function rootsWith(store: Store, root: string): readonly string[] {
  const table = store.table<readonly string[]>('wallet-apple-roots')
  const roots = [root, ...(table.get('roots') ?? [])].slice(0, MAX_ROOTS)
  table.put('roots', roots)
  return roots
}
