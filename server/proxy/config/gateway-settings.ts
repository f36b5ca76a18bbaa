import { X509Certificate } from 'node:crypto'
import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'
import { gatewayProfiles } from '#gateway-client/profiles/profiles.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { isLoopback, isSafe } from './origins.ts'
import { number, oneOf, shortText, type VariableReader } from './reader.ts'
import { Secret } from './secret.ts'
import type { VariableName } from './variables.ts'
import { readProfile } from './gateway-profile.ts'

/** The merchant's gateway. */
export interface GatewaySettings {
  /** Origin; the profile's path follows. */
  readonly base: string
  /** The kind of system, each value of which may be set alone. */
  readonly profile: GatewayProfile
  /** PEM of authorities that may sign the gateway's certificate, beside Node's. */
  readonly ca?: string
  /** On this machine: only then may its addresses be http. */
  readonly isLoopback: boolean
  /** Login and password of the API user, or a token in place of both (online gateway 5). */
  readonly userName?: string
  readonly password?: Secret
  readonly token?: Secret
  /** The merchant's login in wallet payments; absent with a token where no wallet is set up. */
  readonly merchant?: string
  readonly timeoutMs: number
  /** What HTTP 429 says of a payment whose order is open as before: that it was refused, or nothing. */
  readonly overload: 'refused' | 'unknown'
  /** PEM of the private key that signs requests, where the gateway demands signatures. */
  readonly signingKey?: Secret
}

/** Whether orders are read by their orderId alone: with a token, and by the old status (family). */
export const readsByIdOnly = ({ token, profile }: Pick<GatewaySettings, 'token' | 'profile'>): boolean =>
  token !== undefined || profile.oldStatus === true

/** Reads the variables of the gateway; `undefined` where one of them is wrong. */
export function readGateway(from: VariableReader): GatewaySettings | undefined {
  const address = from.take(
    'TENDER_GATEWAY_URL',
    'must be an https address without a query; http only on localhost',
    gatewayAddress,
  )
  const profile = readProfile(from, address?.path)
  const credentials = readCredentials(from)
  const timeoutMs = from.take(
    'TENDER_GATEWAY_TIMEOUT_MS',
    'must be whole milliseconds, 1000 or more',
    number(1000, 600_000),
  )
  const overload = from.take('TENDER_GATEWAY_OVERLOAD', 'must be refused or unknown', oneOf(['refused', 'unknown']))
  const merchant = from.text('TENDER_GATEWAY_MERCHANT') || credentials?.userName
  const signing = readSigningKey(from)
  const ca = from.takeIfSet('TENDER_GATEWAY_CA', 'must be the PEM of one or more certificates', certificates)
  if (profile.oldStatus && address && !isLoopback(address.url) && !from.text('TENDER_REDIS_URL'))
    from.warn(
      'TENDER_REDIS_URL',
      'should be set: the bank reads an order by its orderId only, which is forgotten at each restart without Redis',
    )
  if (address) warnOfHost(from, address.url, profile)
  if (!address || !credentials || !overload || timeoutMs === undefined) return undefined
  const { origin } = address.url
  return {
    base: origin,
    isLoopback: isLoopback(address.url),
    profile,
    timeoutMs,
    overload,
    ...credentials,
    ...(merchant && { merchant }),
    ...signing,
    ...(ca !== undefined && { ca }),
  }
}

/** Warns of a host that is known as that of a bank whose profile is not set. */
function warnOfHost(from: VariableReader, { hostname }: URL, { hosts: ours }: GatewayProfile): void {
  const bank = Object.entries<GatewayProfile>(gatewayProfiles).find(([, { hosts }]) => hosts.includes(hostname))
  if (bank && !ours.includes(hostname))
    from.warn('TENDER_GATEWAY_PROFILE', `should be ${bank[0]}: ${hostname} is the host of ${bank[1].summary}`)
}

const [LOGIN, PASSWORD, TOKEN] = ['TENDER_GATEWAY_USERNAME', 'TENDER_GATEWAY_PASSWORD', 'TENDER_GATEWAY_TOKEN'] as const

/** Login with password, or a token (online gateway 5); says what is wrong with them, and returns none then. */
function readCredentials(from: VariableReader): Pick<GatewaySettings, 'userName' | 'password' | 'token'> | undefined {
  const token = from.text(TOKEN)
  if (!token) {
    const userName = from.text(LOGIN)
      ? from.take(LOGIN, 'must have at most 50 characters', shortText(50))
      : missing(from, LOGIN, PASSWORD)
    const password = from.text(PASSWORD) ? passwordIn(from) : missing(from, PASSWORD, LOGIN)
    return userName && password ? { userName, password: new Secret(password) } : undefined
  }
  const beside = [LOGIN, PASSWORD].find((name) => from.text(name))
  if (beside) return from.wrong(TOKEN, `must not be set beside ${beside}: the gateway takes one of the two, never both`)
  if (token.length > 256) return from.wrong(TOKEN, 'must have at most 256 characters')
  warnOfToken(from)
  return { token: new Secret(token) }
}

function passwordIn(from: VariableReader): string | undefined {
  const password = from.exact(PASSWORD)
  if (password.length > 30) return from.wrong(PASSWORD, 'must have at most 30 characters')
  if (password !== password.trim()) from.warn(PASSWORD, 'begins or ends with a blank, which is taken as a part of it')
  return password
}

const missing = (from: VariableReader, name: VariableName, beside: VariableName): undefined =>
  from.wrong(name, `is required with ${beside}, or ${TOKEN} in place of both`)

function warnOfToken(from: VariableReader): void {
  if (!from.text('TENDER_REDIS_URL'))
    from.warn(
      TOKEN,
      'should have TENDER_REDIS_URL beside it: with a token the gateway may read an order by its orderId only, and without Redis those are forgotten at each restart',
    )
  if (from.text('TENDER_PLAIN_CARDS') === 'allowed')
    from.warn(
      TOKEN,
      'is not taken for payments with a 3-D Secure server of your own (online gateway 4.4): `authenticate` needs login and password',
    )
}

function readSigningKey(from: VariableReader): { readonly signingKey?: Secret } {
  const text = from.text('TENDER_GATEWAY_SIGNING_KEY')
  if (!text) return {}
  if (from.text(TOKEN))
    from.wrong(
      'TENDER_GATEWAY_SIGNING_KEY',
      `cannot be used with ${TOKEN}: a signed request carries login and password (online gateway 5)`,
    )
  try {
    privateKeyIn(text)
    return { signingKey: new Secret(text) }
  } catch (error) {
    from.wrong('TENDER_GATEWAY_SIGNING_KEY', (error as Error).message)
    return {}
  }
}

interface GatewayAddress {
  readonly url: URL
  /** The path before `/rest/…`; absent where the address names none. */
  readonly path?: string
}

/** An address before `/rest/…`, or one that was copied with it: then even an empty path is meant. */
function gatewayAddress(text: string): GatewayAddress | undefined {
  if (!isSafe(text, true)) return undefined
  const url = new URL(text)
  if (url.search || url.hash) return undefined
  const [, path = '', rest] = /^(.*?)(\/rest(?:\/.*)?)?$/.exec(url.pathname.replace(/\/$/, ''))!
  return path || rest ? { url, path } : { url }
}

/** One or more certificates of authorities, whose line ends may be written as `\\n`. */
function certificates(text: string): string | undefined {
  const pem = text.replaceAll(String.raw`\n`, '\n')
  const each = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    return each.length && each.every((one) => new X509Certificate(one).ca) ? pem : undefined
  } catch {
    return undefined
  }
}
