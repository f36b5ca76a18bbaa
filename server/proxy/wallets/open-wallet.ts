import { createHash } from 'node:crypto'
import { Refused } from '#contract/faults.ts'
import type { Clock } from '#contract/ports.ts'
import type { Terms } from '#contract/merchant/charges.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import { writeDirect } from '#wallet-tokens/direct.ts'
import type { AppleOpener } from '#wallet-tokens/apple-pay.ts'
import { openGooglePayToken } from '#wallet-tokens/google-pay.ts'
import { unpackPaymentToken } from '#wallet-tokens/payment-token.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import type { WalletKeys } from '../config/wallet-keys.ts'

/** A wallet's token that was decrypted here. It contains a card number: only the gateway may get it. */
export interface OpenedToken {
  /** `paymentToken` of paymentDirect.do. */
  readonly paymentToken: string
  /** Version of Google's token, a field of its operation. */
  readonly protocolVersion?: 'ECv1' | 'ECv2'
  /** A digest of the token's ID, which no other payment may use again. */
  readonly once: string
  /** Unix milliseconds before which the wallet made it, where the token contains that. */
  readonly madeBefore?: number
  /** Unix milliseconds after which it is not accepted any more. */
  readonly goodUntil: number
}

/** A sealed token, with the amount and currency to be paid by it. */
export interface SealedToken extends Pick<Terms, 'amount' | 'currency'> {
  readonly wallet: WalletName
  /** Base64 of the wallet's token. */
  readonly paymentToken: string
}

interface Opener {
  readonly clock: Clock
  readonly config: { readonly wallets: WalletKeys }
}

/**
 * Decrypts a wallet's token with the merchant's own keys; throws a refusal of the field `paymentToken`, or of `open`.
 */
export const openWallet = (opener: Opener, sealed: SealedToken): Promise<OpenedToken> =>
  believed(() => openers[sealed.wallet].fresh(opener, sealed))

/**
 * Opens a token that the merchant has kept since an earlier payment (online gateway 2.3 tii U, R and F): its signatures are verified, but it may be old, and it may pay again and another amount.
 */
export const openKeptWallet = (opener: Opener, sealed: SealedToken): Promise<KeptToken> =>
  believed(() => openers[sealed.wallet].kept(opener, sealed))

async function believed<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof WalletTokenRefused)) throw error
    throw new Refused('field_invalid', `is not to be believed: ${error.message}`, 'paymentToken')
  }
}

/** A token that was paid with before. */
export type KeptToken = Pick<OpenedToken, 'paymentToken' | 'protocolVersion'>

interface WalletOpener {
  fresh(opener: Opener, sealed: SealedToken): Promise<OpenedToken>
  kept(opener: Opener, sealed: SealedToken): Promise<KeptToken>
}

const openers: Readonly<Record<WalletName, WalletOpener>> = {
  applePay: { fresh: openApple, kept: openKeptApple },
  googlePay: { fresh: openGoogle, kept: openKeptGoogle },
}

/** Milliseconds; a signing time is rounded down to a second. */
const SECOND = 1000

/** Milliseconds; Apple Pay's data is accepted for five minutes before and after its signing, ten in all. */
const APPLE_TOKEN_LIFETIME = 600_000

async function openApple(opener: Opener, { paymentToken, amount, currency }: SealedToken) {
  const now = opener.clock.now()
  const { payment, transactionId, signedAt } = await appleIn(opener, paymentToken, { now })
  if (payment.transactionAmount !== amount || payment.currencyCode !== currency)
    throw new Refused('field_invalid', 'is for another amount or currency than the order', 'paymentToken')
  return {
    paymentToken: writeDirect(payment),
    once: digestOf(`applePay ${transactionId}`),
    madeBefore: signedAt + SECOND,
    goodUntil: now + APPLE_TOKEN_LIFETIME,
  }
}

/** The gateway reads the amount from the token, and a later payment has its own. */
async function openKeptApple(opener: Opener, { paymentToken, amount, currency }: SealedToken): Promise<KeptToken> {
  const now = opener.clock.now()
  const { payment } = await appleIn(opener, paymentToken, { now, signingTimeToleranceMs: Infinity })
  return { paymentToken: writeDirect({ ...payment, transactionAmount: amount, currencyCode: currency }) }
}

async function appleIn(
  { config }: Opener,
  paymentToken: string,
  when: Pick<AppleOpener, 'now' | 'signingTimeToleranceMs'>,
) {
  const keys = config.wallets.applePay ?? noKeys('TENDER_APPLE_PAY_KEY')
  // Loaded on demand: its certificate libraries are needed by no other payment.
  const { openApplePayToken } = await import('#wallet-tokens/apple-pay.ts')
  return openApplePayToken(unpackPaymentToken(paymentToken), { ...keys, ...when })
}

async function openGoogle(opener: Opener, { paymentToken }: SealedToken) {
  const { payment, protocolVersion } = googleIn(opener, paymentToken, opener.clock.now())
  return {
    paymentToken: writeDirect(payment),
    protocolVersion,
    once: digestOf(`googlePay ${payment.messageId}`),
    goodUntil: Number(payment.messageExpiration),
  }
}

/** Unix milliseconds at which no token and no key of Google's has expired. */
const BEFORE_ANY_EXPIRY = 0

async function openKeptGoogle(opener: Opener, { paymentToken }: SealedToken): Promise<KeptToken> {
  const { payment, protocolVersion } = googleIn(opener, paymentToken, BEFORE_ANY_EXPIRY)
  return { paymentToken: writeDirect(payment), protocolVersion }
}

function googleIn({ config }: Opener, paymentToken: string, now: number) {
  const keys = config.wallets.googlePay ?? noKeys('TENDER_GOOGLE_PAY_KEYS')
  const token = unpackPaymentToken(paymentToken)
  const payment = openGooglePayToken(token, { ...keys, now })
  const { protocolVersion } = token as { protocolVersion: 'ECv1' | 'ECv2' }
  return { payment, protocolVersion }
}

function noKeys(variable: string): never {
  throw new Refused('field_invalid', `needs the keys of this wallet: set ${variable} on the proxy`, 'open')
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
