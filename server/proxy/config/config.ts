import type { CodeMethodName } from '#contract/methods/methods.ts'
import { readBankPage, type BankPage } from './methods/bank-page/settings.ts'
import { CARD_BRANDS, cardBrands } from './card-brands.ts'
import { refuseAbsentWallets } from './gateway-profile.ts'
import { readGateway, type GatewaySettings } from './gateway-settings.ts'
import { readWebhookSettings, type WebhookConfig } from './webhook-settings.ts'
import { readLimits, type Limits } from './limits.ts'
import { isLoopback, originIn } from './origins.ts'
import { readProcessSettings, type ProcessSettings } from './process-settings.ts'
import { list, number, oneOf, shortText, VariableReader, type Environment } from './reader.ts'
import { Secret } from './secret.ts'
import { readSigning, type SigningSecrets } from './signing-keys.ts'
import { weakSecrets } from './weak-secrets.ts'
import {
  readCodeMethods,
  readWalletKeys,
  readWalletOffers,
  type WalletKeys,
  type WalletSettings,
} from './methods/methods.ts'

export type { Environment } from './reader.ts'

/** The proxy's configuration, checked; every secret in it prints as `[secret]`. */
export interface ProxyConfig extends ProcessSettings, WebhookConfig, SigningSecrets {
  /** Origin of the proxy as browsers see it. */
  readonly publicUrl: string
  /** Origins that may frame the documents and that a ticket may return to. */
  readonly shopOrigins: readonly string[]
  readonly gateway: GatewaySettings
  readonly ticketAudience?: string
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
  /** The methods by a code that are switched on. */
  readonly codeMethods: readonly CodeMethodName[]
  /** Whether the bank's page is a way to pay, or the only one. */
  readonly bankPage: BankPage
  /** Whether data about the shopper's browser is sent to the gateway. */
  readonly browserInfo: boolean
  /** The brands that the shop accepts, the first of which the field of the number shows. No card is refused by it. */
  readonly cardBrands: readonly string[]
  /** The attribute of jsonParams that names the chosen brand of a co-badged card; absent, there is no choice. */
  readonly brandParam?: string
  /** The attribute of jsonParams that holds an order's ticket terms; absent, only amounts are compared. */
  readonly termsParam?: string
  /** Limits against card testing. */
  readonly limits: Limits
  /** Milliseconds after which no request to the gateway can still be in progress. */
  readonly lockTtlMs: number
  /** What receipts and the pages of payment links call the shop, and where its payers find help. */
  readonly shopName?: string
  readonly shopSupport?: string
  /** Origin of the sandbox's console; only then do pages get help with test cards. */
  readonly sandbox?: string
}

/** Whether orders are read without anybody asking: for webhooks, and where the bank cancels what is not acknowledged. */
export const followsOrders = ({ webhook, gateway }: Pick<ProxyConfig, 'webhook' | 'gateway'>): boolean =>
  webhook !== undefined || gateway.profile.acknowledges === true

/** The configuration, or a sentence about each variable that is wrong. */
export type ConfigReading =
  | {
      readonly config: ProxyConfig
      readonly errors?: undefined
      /** A sentence about each variable that is allowed but doubtful. */
      readonly warnings: readonly string[]
    }
  | { readonly config?: undefined; readonly errors: readonly string[] }

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
  const from = new VariableReader(env)
  const config = {
    ...readProcessSettings(env, from),
    publicUrl: from.take('TENDER_PUBLIC_URL', ORIGIN, originIn),
    shopOrigins: from.take('TENDER_SHOP_ORIGINS', `must be a list; each ${ORIGIN}`, origins),
    gateway: readGateway(from),
    ...readSigning(from),
    ...readWebhooks(from),
    apiKeys: from.take('TENDER_API_KEYS', 'must be a list of keys, each of 32 bytes or more', apiKeys),
    plainCards:
      from.take('TENDER_PLAIN_CARDS', 'must be allowed or refused', oneOf(['allowed', 'refused'])) === 'allowed',
    wallets: readWalletKeys(from),
    browserInfo: from.take('TENDER_BROWSER_INFO', 'must be sent or none', oneOf(['sent', 'none'])) === 'sent',
    limits: readLimits(from),
    lockTtlMs: from.take('TENDER_LOCK_TTL_MS', 'must be whole milliseconds, 1000 or more', number(1000, 3_600_000)),
    cardBrands: from.take('TENDER_CARD_BRANDS', CARD_BRANDS, cardBrands),
    ...readParam(from, 'TENDER_BRAND_PARAM', 'brandParam'),
    ...readParam(from, 'TENDER_TERMS_PARAM', 'termsParam'),
    ...readSandbox(from),
    ...readShop(from),
    ...(from.text('TENDER_TICKET_AUDIENCE') && { ticketAudience: from.text('TENDER_TICKET_AUDIENCE') }),
  }
  if (config.sandbox !== undefined && config.gateway?.isLoopback === false)
    from.wrong('TENDER_SANDBOX_CONSOLE', 'must not be set: a sandbox is where TENDER_GATEWAY_URL is on this machine')
  // A gateway behind a tunnel is on this machine too, but shoppers reach no proxy there.
  if (config.sandbox !== undefined && config.publicUrl && !isLoopback(new URL(config.publicUrl)))
    from.warn(
      'TENDER_SANDBOX_CONSOLE',
      'lets a shop fill in the card form: remove it where TENDER_PUBLIC_URL is a real shop’s',
    )
  const acsRedirect = readAcsRedirect(from, config.gateway)
  const walletSettings = readWalletOffers(from, config.gateway)
  const codeMethods = readCodeMethods(from, config.gateway)
  const bankPage = readBankPage(from, config.gateway)
  refuseAbsentWallets(from, config.gateway?.profile.absent ?? [])
  if (config.lockTtlMs! <= (config.gateway?.timeoutMs ?? 0))
    from.wrong('TENDER_LOCK_TTL_MS', 'must be longer than TENDER_GATEWAY_TIMEOUT_MS')
  const isSandbox = config.gateway?.isLoopback === true
  for (const [name, rule] of weakSecrets((variable) => from.text(variable), isSandbox)) from.wrong(name, rule)
  if (from.errors.length) return { errors: from.errors }
  return {
    config: { ...config, ...acsRedirect, walletSettings, codeMethods, bankPage } as ProxyConfig,
    warnings: from.warnings,
  }
}

const ORIGIN = 'must be an origin such as https://pay-shop.example; http only on localhost'

function readParam(
  from: VariableReader,
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

function readAcsRedirect(from: VariableReader, gateway: GatewaySettings | undefined): Pick<ProxyConfig, 'acsRedirect'> {
  const name = 'TENDER_ACS_REDIRECT'
  const given = from.takeIfSet(name, 'must be gateway or post', oneOf(['gateway', 'post']))
  const isAbsent = gateway?.profile.absent.includes('acsRedirect')
  if (given === 'gateway' && isAbsent) from.wrong(name, 'must be post: the gateway has no acsRedirect.do')
  return { acsRedirect: given ?? (isAbsent ? 'post' : (gateway?.profile.acsRedirect ?? 'gateway')) }
}

function readSandbox(from: VariableReader): { readonly sandbox?: string } {
  const text = from.text('TENDER_SANDBOX_CONSOLE')
  if (!text || text === 'none') return {}
  const origin = originIn(text)
  if (origin === undefined || !isLoopback(new URL(origin)))
    return (
      from.wrong('TENDER_SANDBOX_CONSOLE', 'must be an origin on this machine, such as http://127.0.0.1:8085') ?? {}
    )
  return { sandbox: origin }
}

function readShop(from: VariableReader): Pick<ProxyConfig, 'shopName' | 'shopSupport'> {
  const rule = 'must have 255 characters at most'
  const shopName = from.takeIfSet('TENDER_SHOP_NAME', rule, shortText(255))
  const shopSupport = from.takeIfSet('TENDER_SHOP_SUPPORT', rule, shortText(255))
  return { ...(shopName && { shopName }), ...(shopSupport && { shopSupport }) }
}

function readWebhooks(from: VariableReader): WebhookConfig {
  const { settings, errors } = readWebhookSettings((name) => from.text(name))
  for (const [name, rule] of errors) from.wrong(name, rule)
  return settings
}

function origins(text: string): readonly string[] | undefined {
  const read = list(text).map(originIn)
  return read.length && read.every((origin) => origin !== undefined) ? [...new Set(read)] : undefined
}

function apiKeys(text: string): readonly Secret[] | undefined {
  const read = text === 'none' ? [] : list(text)
  return read.every((key) => Buffer.byteLength(key) >= 32) ? read.map((key) => new Secret(key)) : undefined
}

/** The attribute of jsonParams in which an order carries the merchant's `reference`. */
export const REFERENCE_PARAM = 'tenderReference'

/** Attributes of jsonParams that already have a meaning (online gateway 3, 4.4). */
const taken = [
  'eci',
  'cavv',
  'xid',
  'threeDSProtocolVersion',
  'threeDsType',
  'recurringFrequency',
  'recurringExpiry',
  REFERENCE_PARAM,
]

const attribute = (text: string) => (/^[\w.-]{1,64}$/.test(text) && !taken.includes(text) ? text : undefined)
