import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { AppleOffer } from '#contract/methods/apple-pay.ts'
import type { AppleOpener } from '#wallet-tokens/open-apple-pay-token.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import { Secret } from '../../secret.ts'
import { APPLE_ROOT_CA_G3 } from './variables.ts'
import {
  allOrNone,
  COUNTRY,
  country,
  isNamed,
  NETWORKS,
  networks,
  pemsIn,
  readSheet,
  tried,
  withLines,
  type Gateway,
  type Reader,
  type WalletConfig,
} from '../wallet.ts'

/** Credentials that open merchant sessions at Apple's servers. */
export interface AppleIdentity {
  readonly merchantIdentifier: string
  /** PEM of the merchant identity certificate, and of its private key. */
  readonly certificate: string
  readonly key: Secret
}

/** The keys that open its tokens here, and the roots that must have signed them. */
export type AppleKeys = Pick<AppleOpener, 'keys' | 'roots'>

/** Settings that are about an offer. */
const offered = [
  'TENDER_APPLE_PAY_SHEET',
  'TENDER_APPLE_PAY_COUNTRY',
  'TENDER_APPLE_PAY_IDENTITY_CERT',
  'TENDER_APPLE_PAY_IDENTITY_KEY',
] as const

/** Apple Pay. */
export const applePay = {
  readOffer,
  readKeys,
  name: 'TENDER_APPLE_PAY_NAME',
  segment: 'TENDER_GATEWAY_APPLE_PAY_SEGMENT',
  keys: 'TENDER_APPLE_PAY_KEY',
  inSandbox: (merchantName, sheet) => ({
    TENDER_APPLE_PAY_NAME: merchantName,
    TENDER_APPLE_PAY_COUNTRY: 'LT',
    TENDER_APPLE_PAY_SHEET: sheet,
  }),
} as const satisfies WalletConfig<AppleOffer, AppleKeys>

function readOffer(from: Reader, gateway: Gateway | undefined): AppleOffer | undefined {
  if (!isNamed(from, 'TENDER_APPLE_PAY_NAME', offered)) return undefined
  const sheet = readSheet(from, 'TENDER_APPLE_PAY_SHEET', gateway)
  if (
    !from.text('TENDER_APPLE_PAY_SHEET') &&
    !from.text('TENDER_APPLE_PAY_IDENTITY_CERT') &&
    !from.text('TENDER_APPLE_PAY_IDENTITY_KEY')
  )
    from.wrong('TENDER_APPLE_PAY_IDENTITY_CERT', 'is required where TENDER_APPLE_PAY_NAME is set: Apple asks for it')
  return {
    merchantName: from.text('TENDER_APPLE_PAY_NAME'),
    countryCode: from.take('TENDER_APPLE_PAY_COUNTRY', COUNTRY, country) ?? '',
    networks: from.take('TENDER_APPLE_PAY_NETWORKS', NETWORKS, networks) ?? [],
    ...(sheet && { sheet }),
  }
}

/** Reads the credentials for merchant sessions; `undefined` where there are none. */
export function readAppleIdentity(from: Reader): AppleIdentity | undefined {
  const names = [
    'TENDER_APPLE_PAY_IDENTITY_CERT',
    'TENDER_APPLE_PAY_IDENTITY_KEY',
    'TENDER_APPLE_PAY_MERCHANT_ID',
  ] as const
  const [certificate = '', key = '', merchantIdentifier = ''] = names.map((name) => from.text(name))
  if (!certificate && !key) return undefined
  for (const name of names)
    if (!from.text(name)) from.wrong(name, `is required where ${certificate ? names[0] : names[1]} is set`)
  const pem = withLines(certificate)
  if (certificate && !tried(() => new X509Certificate(pem)))
    from.wrong('TENDER_APPLE_PAY_IDENTITY_CERT', 'must be the PEM of the merchant identity certificate')
  if (key && !tried(() => createPrivateKey(withLines(key))))
    from.wrong('TENDER_APPLE_PAY_IDENTITY_KEY', 'must be the PEM of its private key')
  return { merchantIdentifier, certificate: pem, key: new Secret(withLines(key)) }
}

function readKeys(from: Reader): AppleKeys | undefined {
  const names = ['TENDER_APPLE_PAY_KEY', 'TENDER_APPLE_PAY_ROOT', 'TENDER_APPLE_PAY_MERCHANT_ID'] as const
  // The identifier has another use, so it alone does not require a key.
  if (!from.text('TENDER_APPLE_PAY_KEY') && !from.text('TENDER_APPLE_PAY_ROOT')) return undefined
  const [key, root, merchantIdentifier] = allOrNone(from, names)
  if (!key || !merchantIdentifier || !root) return undefined
  const keys = tried(() => appleMerchantKeys(pemsIn(key).map((privateKey) => ({ privateKey, merchantIdentifier }))))
  if (!keys?.size) return from.wrong('TENDER_APPLE_PAY_KEY', 'must be the PEM of a private key, or of several')
  const roots = pemsIn(root)
  if (!roots.length || !roots.every((pem) => isRoot(pem, from)))
    return from.wrong(
      'TENDER_APPLE_PAY_ROOT',
      'must be the PEM of the certificate whose SHA-256 is TENDER_APPLE_PAY_ROOT_SHA256; unset, that of Apple Root CA - G3',
    )
  return { keys, roots }
}

function isRoot(pem: string, from: Reader): boolean {
  const wanted = from.text('TENDER_APPLE_PAY_ROOT_SHA256') || APPLE_ROOT_CA_G3
  return tried(() => plainHex(new X509Certificate(pem).fingerprint256)) === plainHex(wanted)
}

const plainHex = (text: string): string => text.replaceAll(':', '').toLowerCase()
