import { X509Certificate } from 'node:crypto'
import type { AppleOpener } from '#wallet-tokens/apple-pay.ts'
import { appleMerchantKeys } from '#wallet-tokens/apple/merchant-keys.ts'
import { googlePrivateKey, type GoogleOpener } from '#wallet-tokens/google-pay.ts'
import { googleRootKeys } from '#wallet-tokens/google-roots.ts'
import { APPLE_ROOT_CA_G3, type VariableName } from './variables.ts'

/** Keys that decrypt the wallets' tokens here, where the merchant has them; otherwise the gateway decrypts them. */
export interface WalletKeys {
  readonly applePay?: Pick<AppleOpener, 'keys' | 'roots'>
  readonly googlePay?: Pick<GoogleOpener, 'recipientId' | 'rootKeys' | 'privateKeys'>
}

/** Reads variables, and collects what is wrong with them. */
interface Reader {
  text(name: VariableName): string
  wrong(name: VariableName, rule: string): undefined
  warn(name: VariableName, rule: string): void
}

/** Each wallet needs all of its variables, or none. */
export function readWalletKeys(from: Reader): WalletKeys {
  const [applePay, googlePay] = [readApple(from), readGoogle(from)]
  if ((applePay || googlePay) && from.text('TENDER_GATEWAY_USERNAME').length > LONGEST_LOGIN)
    from.wrong('TENDER_GATEWAY_USERNAME', `must have at most ${LONGEST_LOGIN} characters where wallets are opened here`)
  if (from.text('TENDER_GATEWAY_TOKEN'))
    for (const [opened, name] of [
      [applePay, 'TENDER_APPLE_PAY_KEY'],
      [googlePay, 'TENDER_GOOGLE_PAY_KEYS'],
    ] as const)
      if (opened)
        from.wrong(name, 'cannot be used with TENDER_GATEWAY_TOKEN: paymentDirect.do takes login and password only')
  if (googlePay && !from.text('TENDER_REDIS_URL'))
    from.warn(
      'TENDER_GOOGLE_PAY_KEYS',
      'should have TENDER_REDIS_URL beside it: without it, a token of Google Pay that was used is opened again after a restart',
    )
  return { ...(applePay && { applePay }), ...(googlePay && { googlePay }) }
}

/** Characters of `username` in paymentDirect.do (online gateway 4.10). */
const LONGEST_LOGIN = 30

function readApple(from: Reader): WalletKeys['applePay'] | undefined {
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

function readGoogle(from: Reader): WalletKeys['googlePay'] | undefined {
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
  return { recipientId, rootKeys, privateKeys }
}

function allOrNone(from: Reader, names: readonly VariableName[]): string[] {
  const texts = names.map((name) => from.text(name))
  if (texts.some(Boolean))
    names.forEach((name, at) => {
      if (!texts[at]) from.wrong(name, `is required where ${names.find((_, other) => texts[other])} is set`)
    })
  return texts
}

/** The PEM blocks of a text; `\n` is accepted as a line end. */
const pemsIn = (text: string): string[] =>
  text.replaceAll(String.raw`\n`, '\n').match(/-----BEGIN ([^-]+)-----[^-]+-----END \1-----/g) ?? []

const keysIn = (text: string): string[] =>
  text.includes('-----') ? pemsIn(text) : text.split(/[\s,]+/).filter(Boolean)

/** The error is dropped, since its message may quote the key. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
