import { hkdfSync } from 'node:crypto'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { privateKeyIn } from '#signature/pem.ts'
import { addressIn } from './client-address.ts'
import { askable, type Askable } from './payer-data.ts'
import { readWebhookSettings, type WebhookConfig } from './webhook-settings.ts'
import { readLimits, type Limits } from './limits.ts'
import { isLoopback, isSafe, originIn } from './origins.ts'
import { Secret } from './secret.ts'
import { readTicketKeys, type TicketKey } from './ticket-keys.ts'
import { variables, type VariableName } from './variables.ts'
import { weakSecrets } from './weak-secrets.ts'
import { readWalletKeys, type WalletKeys } from './wallet-keys.ts'
import { readWalletOffers, type WalletSettings } from './wallet-offers.ts'

/** The proxy's configuration, checked; every secret in it prints as `[secret]`. */
export interface ProxyConfig extends WebhookConfig {
  readonly host: string
  readonly port: number
  /** Origin of the proxy as browsers see it. */
  readonly publicUrl: string
  /** Origins that may frame the documents and that a ticket may return to. */
  readonly shopOrigins: readonly string[]
  readonly gateway: {
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
  readonly ticketKeys: readonly TicketKey[]
  readonly ticketAudience?: string
  readonly signingSecret: Secret
  /** Their signatures are still accepted. */
  readonly olderSigningSecrets: readonly Secret[]
  /** Accepted keys of the merchant's own server; without any, the merchant API is not served. */
  readonly apiKeys: readonly Secret[]
  /** Whether the merchant's own server may send card numbers in the clear. */
  readonly plainCards: boolean
  /** How the whole page is sent to the bank: by the gateway, or by a POST of the proxy's own page. */
  readonly acsRedirect: 'gateway' | 'post'
  /** Keys that decrypt the wallets' tokens here. */
  readonly wallets: WalletKeys
  /** Settings of the offered wallets. */
  readonly walletSettings: WalletSettings
  /** Data that shoppers are asked for where the ticket lacks it. */
  readonly asks: readonly Askable[]
  /** Whether data about the shopper's browser is sent to the gateway. */
  readonly browserInfo: boolean
  /** The attribute of jsonParams that names the chosen brand of a co-badged card; absent, there is no choice. */
  readonly brandParam?: string
  /** The attribute of jsonParams that holds an order's ticket terms; absent, only amounts are compared. */
  readonly termsParam?: string
  /** Limits against card testing. */
  readonly limits: Limits
  readonly trustProxy: readonly string[]
  /** Milliseconds after which no request to the gateway can still be in progress. */
  readonly lockTtlMs: number
  readonly logLevel: string
  /** Folder that proxies with different builds share. */
  readonly releases?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The configuration, or a sentence about each variable that is wrong. */
export type ConfigReading =
  | {
      readonly config: ProxyConfig
      readonly errors?: undefined
      /** A sentence about each variable that is allowed but doubtful. */
      readonly warnings: readonly string[]
    }
  | { readonly config?: undefined; readonly errors: readonly string[] }

/** Reads variables and collects what is wrong with them. */
class Reader {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  readonly #env: Environment
  constructor(env: Environment) {
    this.#env = env
  }
  /** The variable's text, empty when it is not set. */
  text(name: VariableName): string {
    return this.#env[name]?.trim() ?? ''
  }
  /** The value that `read` returns for the variable; adds `rule` to the errors where it returns none. */
  take<T>(name: VariableName, rule: string, read: (text: string) => T | undefined): T | undefined {
    const row = variables.find((variable) => variable.name === name)!
    const standard = 'standard' in row ? row.standard : undefined
    const text = this.text(name) || standard
    if (text === undefined) return this.wrong(name, 'is required')
    return read(text) ?? this.wrong(name, rule)
  }
  wrong(name: string, rule: string): undefined {
    this.errors.push(`${name} ${rule}.`)
  }
  warn(name: string, rule: string): void {
    this.warnings.push(`${name} ${rule}.`)
  }
}

/**
 * Reads the environment once; the process reads it nowhere else.
 *
 * @example
 * ```ts
 * import { readConfig } from 'tender-checkout/server'
 *
 * const read = readConfig(process.env)
 * if (read.errors) throw new Error(read.errors.join('\n'))
 * for (const warning of read.warnings) console.warn(warning)
 * console.log(`The proxy is ${read.config.publicUrl}`)
 * ```
 */
export function readConfig(env: Environment): ConfigReading {
  const from = new Reader(env)
  refuseTraps(env, from)
  const config = {
    host: from.take('TENDER_HOST', 'must be a host', (text) => text),
    port: from.take('TENDER_PORT', 'must be a port from 0 to 65535', number(0, 65_535)),
    publicUrl: from.take('TENDER_PUBLIC_URL', ORIGIN, originIn),
    shopOrigins: from.take('TENDER_SHOP_ORIGINS', `must be a list; each ${ORIGIN}`, origins),
    acsRedirect: from.take('TENDER_ACS_REDIRECT', 'must be gateway or post', oneOf(['gateway', 'post'])),
    gateway: readGateway(from),
    ...readSigning(from),
    ...readWebhooks(from),
    apiKeys: from.take('TENDER_API_KEYS', 'must be a list of keys, each of 32 bytes or more', apiKeys),
    plainCards:
      from.take('TENDER_PLAIN_CARDS', 'must be allowed or refused', oneOf(['allowed', 'refused'])) === 'allowed',
    wallets: readWalletKeys(from),
    asks: from.take('TENDER_ASK', `must be a list of ${askable.join(', ')}`, asks),
    browserInfo: from.take('TENDER_BROWSER_INFO', 'must be sent or none', oneOf(['sent', 'none'])) === 'sent',
    limits: readLimits(from),
    trustProxy: readTrust(from),
    lockTtlMs: from.take('TENDER_LOCK_TTL_MS', 'must be whole milliseconds, 1000 or more', number(1000, 3_600_000)),
    logLevel: from.take('TENDER_LOG_LEVEL', `must be one of ${levels.join(', ')}`, oneOf(levels)),
    ...readParam(from, 'TENDER_BRAND_PARAM', 'brandParam'),
    ...readParam(from, 'TENDER_TERMS_PARAM', 'termsParam'),
    ...readReleases(from),
    ...(from.text('TENDER_TICKET_AUDIENCE') && { ticketAudience: from.text('TENDER_TICKET_AUDIENCE') }),
  }
  const walletSettings = readWalletOffers(from, config.gateway)
  if (config.lockTtlMs! <= (config.gateway?.timeoutMs ?? 0))
    from.wrong('TENDER_LOCK_TTL_MS', 'must be longer than TENDER_GATEWAY_TIMEOUT_MS')
  checkInstances(from)
  for (const [name, rule] of weakSecrets((variable) => from.text(variable))) from.wrong(name, rule)
  if (from.errors.length) return { errors: from.errors }
  return { config: { ...config, walletSettings } as ProxyConfig, warnings: from.warnings }
}

/** Instances without a shared lock store could pay the same order twice. */
function checkInstances(from: Reader): void {
  const instances = from.take('TENDER_INSTANCES', 'must be one or several', oneOf(['one', 'several']))
  if (instances === 'several' && !from.text('TENDER_REDIS_URL'))
    from.wrong(
      'TENDER_REDIS_URL',
      'is required where TENDER_INSTANCES is several: without it an order may be paid twice',
    )
  if (instances === 'several' && !from.text('TENDER_RELEASES'))
    from.warn(
      'TENDER_RELEASES',
      'should be set where TENDER_INSTANCES is several: without it, pages miss script files while a new version is rolled out',
    )
}

const ORIGIN = 'must be an origin such as https://pay.shop.example; http only on localhost'
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

function refuseTraps(env: Environment, from: Reader): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    from.wrong('NODE_TLS_REJECT_UNAUTHORIZED', "must not be 0: the gateway's certificate has to be verified")
  if (env['TENDER_GATEWAY_TOKEN'])
    from.wrong(
      'TENDER_GATEWAY_TOKEN',
      'cannot be used: orders are read by their number, which the gateway allows to a login with its password only',
    )
}

function readGateway(from: Reader): ProxyConfig['gateway'] | undefined {
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

function readParam(
  from: Reader,
  variable: 'TENDER_BRAND_PARAM' | 'TENDER_TERMS_PARAM',
  member: 'brandParam' | 'termsParam',
): Pick<ProxyConfig, 'brandParam' | 'termsParam'> {
  const name = from.take(
    variable,
    'must be a name of up to 64 letters, digits, _ . or - that has no other meaning',
    attribute,
  )
  return name && name !== 'none' ? { [member]: name } : {}
}

function readReleases(from: Reader): { readonly releases?: string } {
  const folder = from.text('TENDER_RELEASES')
  if (!folder || folder === 'none') return {}
  if (!isAbsolute(folder)) from.wrong('TENDER_RELEASES', 'must be the absolute path of a folder')
  return { releases: folder }
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

type Signing = Pick<ProxyConfig, 'ticketKeys' | 'signingSecret' | 'olderSigningSecrets'>

function readSigning(from: Reader): Signing {
  const { keys, secrets, errors } = readTicketKeys({
    secret: from.text('TENDER_TICKET_SECRET'),
    secrets: from.text('TENDER_TICKET_SECRETS'),
    publicKeys: from.text('TENDER_TICKET_PUBLIC_KEYS'),
  })
  for (const [name, rule] of errors) from.wrong(name, rule)
  const own = list(from.text('TENDER_SIGNING_SECRET'))
  if (own.some((one) => Buffer.byteLength(one) < 32))
    from.wrong('TENDER_SIGNING_SECRET', 'must have 32 bytes or more, each of them where there are several')
  if (!own.length && from.text('TENDER_WEBHOOK_URL'))
    from.wrong(
      'TENDER_SIGNING_SECRET',
      'is required where TENDER_WEBHOOK_URL is set: a refund may be told of long after the ticket secrets were replaced',
    )
  else if (!own.length && !secrets.length && keys.length)
    from.wrong('TENDER_SIGNING_SECRET', 'is required where no ticket secret is set')
  const [first, ...older] = own.length ? own.map((one) => new Secret(one)) : secrets.map(derived)
  return { ticketKeys: keys, signingSecret: first ?? derived(new Secret('')), olderSigningSecrets: older }
}

function readWebhooks(from: Reader): WebhookConfig {
  const { settings, errors, warnings } = readWebhookSettings((name) => from.text(name))
  for (const [name, rule] of errors) from.wrong(name, rule)
  for (const [name, rule] of warnings) from.warn(name, rule)
  return settings
}

const derived = (secret: Secret): Secret =>
  new Secret(
    Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'tender-checkout signatures', 32)).toString('base64url'),
  )

const shortText = (max: number) => (text: string) => (text.length <= max ? text : undefined)

const number = (min: number, max: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined

const oneOf = (known: readonly string[]) => (text: string) => (known.includes(text) ? text : undefined)

const list = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

function origins(text: string): readonly string[] | undefined {
  const read = list(text).map(originIn)
  return read.length && read.every((origin) => origin !== undefined) ? [...new Set(read)] : undefined
}

function gatewayUrl(text: string): URL | undefined {
  if (!isSafe(text, true)) return undefined
  const url = new URL(text)
  return url.search || url.hash ? undefined : url
}

function apiKeys(text: string): readonly Secret[] | undefined {
  const read = text === 'none' ? [] : list(text)
  return read.every((key) => Buffer.byteLength(key) >= 32) ? read.map((key) => new Secret(key)) : undefined
}

/** Attributes of jsonParams that already have a meaning (online gateway 3, 4.4). */
const taken = ['eci', 'cavv', 'xid', 'threeDSProtocolVersion', 'threeDsType', 'recurringFrequency', 'recurringExpiry']

const attribute = (text: string) => (/^[\w.-]{1,64}$/.test(text) && !taken.includes(text) ? text : undefined)

function asks(text: string): readonly Askable[] | undefined {
  const read = text === 'none' ? [] : list(text)
  return read.every((one) => (askable as readonly string[]).includes(one)) ? (read as Askable[]) : undefined
}

/** Rejects networks so wide that nearly every visitor could forge an address in X-Forwarded-For. */
function readTrust(from: Reader): readonly string[] | undefined {
  const read = from.take('TENDER_TRUST_PROXY', 'must be a list of addresses or CIDRs', networks)
  if (!read?.some(isTooWide)) return read
  const rule = `must name your reverse proxies, no network wider than IPv4 /${WIDEST.v4} or IPv6 /${WIDEST.v6}`
  return from.wrong('TENDER_TRUST_PROXY', `${rule}: anybody could choose the address that is counted`)
}

/** Bits of the widest private networks: 10.0.0.0/8 and fc00::/7. */
const WIDEST = { v4: 8, v6: 7 } as const

function isTooWide(network: string): boolean {
  const [address = '', bits] = network.split('/')
  if (bits === undefined) return false
  if (isIP(address) === 4) return Number(bits) < WIDEST.v4
  const isMapped = addressIn(address)?.includes('.') === true
  return Number(bits) < (isMapped ? 96 + WIDEST.v4 : WIDEST.v6)
}

function networks(text: string): readonly string[] | undefined {
  const read = text === 'none' ? [] : list(text)
  return read.every(isNetwork) ? read : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const version = isIP(address)
  return version > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
