import type { GoogleOffer } from '#contract/methods/google-pay.ts'
import { googlePrivateKey, type GoogleOpener } from '#wallet-tokens/open-google-pay-token.ts'
import { googleRootKeys } from '#wallet-tokens/google-roots.ts'
import { oneOf } from '../../reader.ts'
import {
  allOrNone,
  COUNTRY,
  country,
  isNamed,
  listOf,
  NETWORKS,
  networks,
  pemsIn,
  readSheet,
  tried,
  type Gateway,
  type Reader,
  type WalletConfig,
} from '../wallet.ts'

/** The keys that open its tokens here, whom these must be for, and Google's keys that must have signed them. */
export type GoogleKeys = Pick<GoogleOpener, 'recipientId' | 'rootKeys' | 'privateKeys'>

/** Settings that are about an offer. */
const offered = ['TENDER_GOOGLE_PAY_SHEET', 'TENDER_GOOGLE_PAY_COUNTRY', 'TENDER_GOOGLE_PAY_GATEWAY'] as const

/** Google Pay. */
export const googlePay = {
  readOffer,
  readKeys,
  name: 'TENDER_GOOGLE_PAY_NAME',
  segment: 'TENDER_GATEWAY_GOOGLE_PAY_SEGMENT',
  keys: 'TENDER_GOOGLE_PAY_KEYS',
  inSandbox: (merchantName, sheet) => ({
    TENDER_GOOGLE_PAY_NAME: merchantName,
    TENDER_GOOGLE_PAY_COUNTRY: 'LT',
    TENDER_GOOGLE_PAY_SHEET: sheet,
  }),
} as const satisfies WalletConfig<GoogleOffer, GoogleKeys>

function readOffer(from: Reader, gateway: Gateway | undefined): GoogleOffer | undefined {
  if (!isNamed(from, 'TENDER_GOOGLE_PAY_NAME', offered)) return undefined
  const sheet = readSheet(from, 'TENDER_GOOGLE_PAY_SHEET', gateway)
  const environment = from.take(
    'TENDER_GOOGLE_PAY_ENVIRONMENT',
    'must be TEST or PRODUCTION',
    oneOf(['TEST', 'PRODUCTION']),
  )
  const merchantId = from.text('TENDER_GOOGLE_PAY_MERCHANT_ID')
  if (environment === 'PRODUCTION' && !merchantId)
    from.wrong('TENDER_GOOGLE_PAY_MERCHANT_ID', 'is required in PRODUCTION: Google gives it to each merchant')
  if (!from.text('TENDER_GOOGLE_PAY_SHEET') && !from.text('TENDER_GOOGLE_PAY_GATEWAY'))
    from.wrong(
      'TENDER_GOOGLE_PAY_GATEWAY',
      "is required where TENDER_GOOGLE_PAY_NAME is set: Google's name of the gateway",
    )
  return {
    environment: environment ?? 'TEST',
    gateway: from.text('TENDER_GOOGLE_PAY_GATEWAY') || 'sandbox',
    gatewayMerchantId: from.text('TENDER_GOOGLE_PAY_GATEWAY_MERCHANT_ID') || (gateway?.merchant ?? ''),
    ...(merchantId && { merchantId }),
    merchantName: from.text('TENDER_GOOGLE_PAY_NAME'),
    countryCode: from.take('TENDER_GOOGLE_PAY_COUNTRY', COUNTRY, country) ?? '',
    networks: from.take('TENDER_GOOGLE_PAY_NETWORKS', NETWORKS, networks) ?? [],
    authMethods: from.take('TENDER_GOOGLE_PAY_AUTH_METHODS', AUTH_METHODS, authMethods) ?? [],
    ...(sheet && { sheet }),
  }
}

const known = ['PAN_ONLY', 'CRYPTOGRAM_3DS'] as const
const AUTH_METHODS = `must be a list of ${known.join(' and ')}`
const authMethods = (text: string): GoogleOffer['authMethods'] | undefined =>
  listOf(text, new RegExp(`^(?:${known.join('|')})$`)) as GoogleOffer['authMethods'] | undefined

function readKeys(from: Reader): GoogleKeys | undefined {
  const names = ['TENDER_GOOGLE_PAY_KEYS', 'TENDER_GOOGLE_PAY_RECIPIENT', 'TENDER_GOOGLE_PAY_ROOTS'] as const
  const [keys, recipientId, roots] = allOrNone(from, names)
  if (!keys || !recipientId || !roots) return undefined
  const privateKeys = tried(() => keysIn(keys).map(googlePrivateKey)) ?? []
  const rootKeys = tried(() => googleRootKeys(roots))
  if (!privateKeys.length || privateKeys.some((key) => key.asymmetricKeyDetails?.namedCurve !== 'prime256v1'))
    from.wrong('TENDER_GOOGLE_PAY_KEYS', 'must be private keys on P-256: PEM, or Base64 of PKCS #8 separated by commas')
  if (!/^(?:merchant|gateway):\S+$/.test(recipientId))
    from.wrong('TENDER_GOOGLE_PAY_RECIPIENT', 'must be merchant:<merchantId> or gateway:<gatewayId>')
  if (!rootKeys)
    return from.wrong('TENDER_GOOGLE_PAY_ROOTS', "must be the JSON of Google's root signing keys (keys.json)")
  if (!from.text('TENDER_REDIS_URL'))
    from.warn(
      'TENDER_GOOGLE_PAY_KEYS',
      'should have TENDER_REDIS_URL beside it: without it, a token of Google Pay that was used is opened again after a restart',
    )
  return { recipientId, rootKeys, privateKeys }
}

const keysIn = (text: string): string[] =>
  text.includes('-----') ? pemsIn(text) : text.split(/[\s,]+/).filter(Boolean)
