import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { AppleOffer } from '#contract/methods/apple-pay.ts'
import type { GoogleOffer } from '#contract/methods/google-pay.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import { isSafe } from './origins.ts'
import { Secret } from './secret.ts'
import type { VariableName } from './variables.ts'

/** Credentials that open merchant sessions at Apple's servers. */
export interface AppleIdentity {
  readonly merchantIdentifier: string
  /** PEM of the merchant identity certificate, and of its private key. */
  readonly certificate: string
  readonly key: Secret
}

/** The wallets that the widget offers, as the merchant has set them up. */
export interface WalletSettings {
  readonly offers: WalletOffers
  readonly appleIdentity?: AppleIdentity
}

interface Reader {
  text(name: VariableName): string
  take<T>(name: VariableName, rule: string, read: (text: string) => T | undefined): T | undefined
  wrong(name: VariableName, rule: string): undefined
}

/** The gateway's settings that the offers depend on. */
interface Gateway {
  readonly isLoopback: boolean
  readonly merchant?: string
}

/** Reads the variables of both wallets; a wallet without a name is not offered. */
export function readWalletOffers(from: Reader, gateway: Gateway | undefined): WalletSettings {
  const appleIdentity = readIdentity(from)
  const applePay = readApple(from, gateway, appleIdentity)
  const googlePay = readGoogle(from, gateway)
  if ((applePay || googlePay) && gateway && !gateway.merchant)
    from.wrong('TENDER_GATEWAY_MERCHANT', 'is required where a wallet is offered and TENDER_GATEWAY_TOKEN is set')
  return {
    offers: { ...(applePay && { applePay }), ...(googlePay && { googlePay }) },
    ...(appleIdentity && { appleIdentity }),
  }
}

function readApple(from: Reader, gateway: Gateway | undefined, identity?: AppleIdentity): AppleOffer | undefined {
  if (!isNamed(from, 'APPLE')) return undefined
  const sheet = readSheet(from, 'TENDER_APPLE_PAY_SHEET', gateway)
  if (!from.text('TENDER_APPLE_PAY_SHEET') && !identity)
    from.wrong('TENDER_APPLE_PAY_IDENTITY_CERT', 'is required where TENDER_APPLE_PAY_NAME is set: Apple asks for it')
  return {
    merchantName: from.text('TENDER_APPLE_PAY_NAME'),
    countryCode: from.take('TENDER_APPLE_PAY_COUNTRY', COUNTRY, country) ?? '',
    networks: from.take('TENDER_APPLE_PAY_NETWORKS', NETWORKS, networks) ?? [],
    ...(sheet && { sheet }),
  }
}

function readGoogle(from: Reader, gateway: Gateway | undefined): GoogleOffer | undefined {
  if (!isNamed(from, 'GOOGLE')) return undefined
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

/** Settings of a wallet without a name are an error, since the wallet would not be offered. */
function isNamed(from: Reader, wallet: 'APPLE' | 'GOOGLE'): boolean {
  const name = `TENDER_${wallet}_PAY_NAME` as const
  const others = ['SHEET', 'COUNTRY', ...(wallet === 'APPLE' ? ['IDENTITY_CERT', 'IDENTITY_KEY'] : ['GATEWAY'])]
  const other = others.map((end) => `TENDER_${wallet}_PAY_${end}` as VariableName).find((one) => from.text(one))
  if (!from.text(name) && other) from.wrong(name, `is required where ${other} is set`)
  return from.text(name) !== ''
}

/** A sandbox wallet makes valid tokens of test cards, so it is allowed only with a gateway on this machine. */
function readSheet(from: Reader, name: VariableName, gateway: Gateway | undefined): string | undefined {
  const sheet = from.text(name)
  if (!sheet) return undefined
  if (gateway && !gateway.isLoopback)
    return from.wrong(name, 'must not be set: a sandbox wallet pays only where TENDER_GATEWAY_URL is on this machine')
  return isSafe(sheet, true) ? sheet : from.wrong(name, 'must be an https address; http only on localhost')
}

function readIdentity(from: Reader): AppleIdentity | undefined {
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
  if (certificate && !isReadable(() => new X509Certificate(pem)))
    from.wrong('TENDER_APPLE_PAY_IDENTITY_CERT', 'must be the PEM of the merchant identity certificate')
  if (key && !isReadable(() => createPrivateKey(withLines(key))))
    from.wrong('TENDER_APPLE_PAY_IDENTITY_KEY', 'must be the PEM of its private key')
  return { merchantIdentifier, certificate: pem, key: new Secret(withLines(key)) }
}

/** Accepts `\n` as a line end. */
const withLines = (pem: string): string => pem.replaceAll(String.raw`\n`, '\n')

/** The error is dropped, since its message may quote the key. */
function isReadable(read: () => unknown): boolean {
  try {
    return Boolean(read())
  } catch {
    return false
  }
}

const COUNTRY = 'must be the two letters of a country (ISO 3166)'
const country = (text: string): string | undefined => (/^[A-Z]{2}$/.test(text) ? text : undefined)

const NETWORKS = 'must be a list of card networks, in lower case and separated by commas'
const networks = (text: string): string[] | undefined => listOf(text, /^[a-z_]{2,20}$/)

const known = ['PAN_ONLY', 'CRYPTOGRAM_3DS'] as const
const AUTH_METHODS = `must be a list of ${known.join(' and ')}`
const authMethods = (text: string): GoogleOffer['authMethods'] | undefined =>
  listOf(text, new RegExp(`^(?:${known.join('|')})$`)) as GoogleOffer['authMethods'] | undefined

function listOf(text: string, each: RegExp): string[] | undefined {
  const read = text.split(/[\s,]+/).filter(Boolean)
  return read.length && read.every((one) => each.test(one)) ? read : undefined
}

const oneOf =
  <const T extends string>(words: readonly T[]) =>
  (text: string): T | undefined =>
    words.find((word) => word === text)
