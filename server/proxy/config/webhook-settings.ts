import { publicKeyIn } from '#signature/pem.ts'
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
}

type Problem = readonly [name: VariableName, rule: string]

/** Reads the webhook variables, with a rule for each that is wrong. */
export function readWebhookSettings(text: (name: VariableName) => string): {
  readonly settings: WebhookConfig
  readonly errors: readonly Problem[]
} {
  const url = text('TENDER_WEBHOOK_URL')
  const secrets = text('TENDER_WEBHOOK_SECRET')
    .split(/[\s,]+/)
    .filter(Boolean)
  const secret = text('TENDER_CALLBACK_SECRET')
  const certificate = text('TENDER_CALLBACK_CERTIFICATE').replaceAll('\\n', '\n')
  const errors = [...webhookErrors(url, secrets), ...callbackErrors(url, secret, certificate)]
  const callbacks = { ...(secret && { secret: new Secret(secret) }), ...(certificate && { certificate }) }
  return {
    errors,
    settings: url ? { webhook: { url, secrets: secrets.map((one) => new Secret(one)), callbacks } } : {},
  }
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
