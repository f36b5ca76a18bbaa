import { privateKeyIn } from '#signature/pem.ts'
import { isLoopback, isSafe } from './origins.ts'
import { number, shortText, type Reader } from './reader.ts'
import { Secret } from './secret.ts'

/** The merchant's gateway. */
export interface GatewaySettings {
  /** Without a trailing slash. */
  readonly base: string
  /** On this machine: only then may its addresses be http. */
  readonly isLoopback: boolean
  readonly userName: string
  readonly password: Secret
  /** The merchant's login in wallet payments. */
  readonly merchant: string
  readonly timeoutMs: number
  /** PEM of the private key that signs requests, where the gateway demands signatures. */
  readonly signingKey?: Secret
}

/** Reads the variables of the gateway; `undefined` where one of them is wrong. */
export function readGateway(from: Reader): GatewaySettings | undefined {
  const url = from.take(
    'TENDER_GATEWAY_URL',
    'must be an https address without a query; http only on localhost',
    gatewayUrl,
  )
  const userName = from.take('TENDER_GATEWAY_USERNAME', 'must have at most 50 characters', shortText(50))
  const password = from.take('TENDER_GATEWAY_PASSWORD', 'must have at most 30 characters', shortText(30))
  const timeoutMs = from.take(
    'TENDER_GATEWAY_TIMEOUT_MS',
    'must be whole milliseconds, 1000 or more',
    number(1000, 600_000),
  )
  const merchant = from.text('TENDER_GATEWAY_MERCHANT') || userName
  const signing = readSigningKey(from)
  if (!url || !userName || !password || !merchant || timeoutMs === undefined) return undefined
  const base = url.href.replace(/\/$/, '')
  const secret = new Secret(password)
  return { base, isLoopback: isLoopback(url), userName, password: secret, merchant, timeoutMs, ...signing }
}

function readSigningKey(from: Reader): { readonly signingKey?: Secret } {
  const text = from.text('TENDER_GATEWAY_SIGNING_KEY')
  if (!text) return {}
  try {
    privateKeyIn(text)
    return { signingKey: new Secret(text) }
  } catch (error) {
    from.wrong('TENDER_GATEWAY_SIGNING_KEY', (error as Error).message)
    return {}
  }
}

function gatewayUrl(text: string): URL | undefined {
  if (!isSafe(text, true)) return undefined
  const url = new URL(text)
  return url.search || url.hash ? undefined : url
}
