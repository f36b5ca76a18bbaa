import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Clock, Random } from '#contract/ports.ts'
import { indicatorsOf } from '#sandbox/cards/eci.ts'
import { kept } from '#sandbox/store/kept.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { GoogleOpener } from '#wallet-tokens/open-google-pay-token.ts'
import type { GoogleToken, GoogleVersion } from '#wallet-tokens/google/shape.ts'
import { makeGooglePayToken, type GooglePayDetails } from '../tokens/make-google-pay-token.ts'
import { makeGoogleRoot, type GoogleRoot } from '../tokens/google-root.ts'
import {
  cryptogramFrom,
  pemOf,
  privateKeyIn,
  type AuthMethod,
  type Sheet,
  type WalletCard,
  type WalletOptions,
} from '../wallet.ts'

/** A payment by Google Pay: a card on file, or a device's number with its cryptogram; the token has no amount. */
export interface GooglePayRequest {
  readonly card: WalletCard
  /** Login of the merchant that requests it. */
  readonly merchant: string
  readonly authMethod: AuthMethod
  /** ECv2 when absent. */
  readonly protocolVersion?: GoogleVersion
}

/** Google Pay, and the keys with which the gateway opens its tokens. */
export interface GooglePay {
  readonly opener: Pick<GoogleOpener, 'recipientId' | 'rootKeys' | 'privateKeys'>
  readonly sheet: Sheet
  token(request: GooglePayRequest): GoogleToken
}

/** The recipient of payment data: the gateway, which opens it for its merchants. */
const recipientId = 'gateway:sandbox'

/** Makes a Google root of its own, and the key for which tokens are encrypted. */
export function buildGooglePay(store: Store, options: WalletOptions): GooglePay {
  const key = privateKeyIn(store, 'google')
  const root = rootIn(store, options.clock)
  const token: GooglePay['token'] = ({ protocolVersion = 'ECv2', ...request }) =>
    makeGooglePayToken(googleDetails(request, options.random), {
      ...options,
      root,
      protocolVersion,
      recipientId,
      recipientPublicKey: createPublicKey(key),
    })
  return {
    opener: { recipientId, rootKeys: root.rootKeys, privateKeys: [key] },
    sheet: { token: ({ merchant }, { card, authMethod }) => token({ card, merchant, authMethod }) },
    token,
  }
}

/** Google Pay's payment data, before encryption. */
export function googleDetails({ card, merchant, authMethod }: GooglePayRequest, random: Random): GooglePayDetails {
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

interface GoogleRow {
  readonly rootKeys: GoogleRoot['rootKeys']
  /** PKCS #8 PEM by version. */
  readonly privateKeys: Readonly<Record<keyof GoogleRoot['privateKeys'], string>>
}

function rootIn(store: Store, clock: Clock): GoogleRoot {
  const { rootKeys, privateKeys } = kept(store.table<GoogleRow>('wallet-google-root'), 'root', () => {
    const made = makeGoogleRoot({ clock })
    const { ECv1, ECv2 } = made.privateKeys
    return { rootKeys: made.rootKeys, privateKeys: { ECv1: pemOf(ECv1), ECv2: pemOf(ECv2) } }
  })
  return {
    rootKeys,
    privateKeys: { ECv1: createPrivateKey(privateKeys.ECv1), ECv2: createPrivateKey(privateKeys.ECv2) },
  }
}
