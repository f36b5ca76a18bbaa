import { publicKeyIn } from '#signature/pem.ts'
import { addressIn, isPrivate } from './client-address.ts'
import { isSafe } from './origins.ts'
import { Secret } from './secret.ts'
import type { VariableName } from './variables.ts'

/** Keys that verify callbacks at the static address; with neither, that address is not served. */
export interface CallbackKeys {
  readonly secret?: Secret
  /** PEM. */
  readonly certificate?: string
}

/** The webhook address of the merchant's server. */
export interface WebhookSettings {
  readonly url: string
  /** `whsec_…`; all of them sign. */
  readonly secrets: readonly Secret[]
  readonly callbacks: CallbackKeys
}

export interface WebhookConfig {
  /** Absent: no webhooks are sent, and no callbacks are requested. */
  readonly webhook?: WebhookSettings
  /** Stores what all instances share, and webhook events until they are delivered. */
  readonly redisUrl?: Secret
}

type Problem = readonly [name: VariableName, rule: string]

/** Reads the webhook variables, with a rule for each that is wrong. */
export function readWebhookSettings(text: (name: VariableName) => string): {
  readonly settings: WebhookConfig
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
} {
  const url = text('TENDER_WEBHOOK_URL')
  const secrets = text('TENDER_WEBHOOK_SECRET')
    .split(/[\s,]+/)
    .filter(Boolean)
  const secret = text('TENDER_CALLBACK_SECRET')
  const certificate = text('TENDER_CALLBACK_CERTIFICATE').replaceAll('\\n', '\n')
  const redisUrl = text('TENDER_REDIS_URL')
  const errors = [...webhookErrors(url, secrets), ...callbackErrors(url, secret, certificate)]
  const redis = redisUrl ? redisProblem(redisUrl) : undefined
  if (redis?.isError) errors.push(['TENDER_REDIS_URL', redis.rule])
  const callbacks = { ...(secret && { secret: new Secret(secret) }), ...(certificate && { certificate }) }
  return {
    errors,
    warnings: redis && !redis.isError ? [['TENDER_REDIS_URL', redis.rule]] : [],
    settings: {
      ...(url && { webhook: { url, secrets: secrets.map((one) => new Secret(one)), callbacks } }),
      ...(redisUrl && { redisUrl: new Secret(redisUrl) }),
    },
  }
}

/**
 * An error or a warning about the address: without TLS, anyone on the network path can read and change all its data.
 */
function redisProblem(text: string): { readonly isError: boolean; readonly rule: string } | undefined {
  const url = /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url) return { isError: true, rule: 'must be an address such as redis://127.0.0.1:6379' }
  if (url.protocol === 'rediss:' || url.hostname === 'localhost') return undefined
  const address = addressIn(url.hostname)
  if (address === undefined)
    return { isError: false, rule: 'is not encrypted: use rediss:// unless its host is in a private network' }
  if (isPrivate(address)) return undefined
  return { isError: true, rule: 'must begin with rediss:// where its host is in no private network' }
}

function webhookErrors(url: string, secrets: readonly string[]): Problem[] {
  if (!url) return secrets.length ? [['TENDER_WEBHOOK_SECRET', USELESS]] : []
  const errors: Problem[] = []
  if (!isSafe(url, true) || url.includes('#'))
    errors.push(['TENDER_WEBHOOK_URL', 'must be an https address without `#…`; http only on localhost'])
  if (!secrets.length) errors.push(['TENDER_WEBHOOK_SECRET', 'is required where TENDER_WEBHOOK_URL is set'])
  else if (!secrets.every(isWebhookSecret))
    errors.push(['TENDER_WEBHOOK_SECRET', 'must be a list; each `whsec_` and the Base64 of 24 to 64 bytes'])
  return errors
}

function callbackErrors(url: string, secret: string, certificate: string): Problem[] {
  const errors: Problem[] = []
  if (secret && !url) errors.push(['TENDER_CALLBACK_SECRET', USELESS])
  if (certificate && !url) errors.push(['TENDER_CALLBACK_CERTIFICATE', USELESS])
  if (certificate)
    try {
      publicKeyIn(certificate)
    } catch (error) {
      errors.push(['TENDER_CALLBACK_CERTIFICATE', (error as Error).message])
    }
  return errors
}

const USELESS = 'has no use without TENDER_WEBHOOK_URL'

function isWebhookSecret(text: string): boolean {
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(key ?? '', 'base64')
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === key
}
