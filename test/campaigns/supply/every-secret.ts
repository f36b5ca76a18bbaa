import { generateKeyPairSync } from 'node:crypto'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { instantClock } from '../../support/clock.ts'
import { ownWallets } from '../../unit/proxy/merchant/bank.ts'
import { environment } from '../../unit/proxy/support/test-proxy.ts'

const { privateKey: signingKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const identity = await makeKeys('A shop', systemClock, systemRandom)
const wallets = (await ownWallets({ clock: instantClock() })).env

const secrets = {
  TENDER_GATEWAY_PASSWORD: 'canary-of-the-password',
  TENDER_GATEWAY_SIGNING_KEY: signingKey,
  TENDER_TICKET_SECRET: 'canary-of-the-only-ticket-secret-32b',
  TENDER_TICKET_SECRETS: 'one:canary-of-a-named-ticket-secret-32by',
  TENDER_SIGNING_SECRET: 'canary-of-the-signing-secret-of-32-bytes',
  TENDER_API_KEYS: 'canary-of-the-api-key-of-32-bytes-or-more',
  TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('canary of the webhook secret').toString('base64')}`,
  TENDER_CALLBACK_SECRET: 'canary-of-the-callback-secret',
  TENDER_METRICS_TOKEN: 'canary-of-the-metrics-token-of-32-bytes',
  TENDER_REDIS_URL: 'redis://user:canary-of-redis@127.0.0.1:6379',
  TENDER_APPLE_PAY_IDENTITY_KEY: identity.privateKey,
  TENDER_APPLE_PAY_KEY: wallets.TENDER_APPLE_PAY_KEY,
  TENDER_GOOGLE_PAY_KEYS: wallets.TENDER_GOOGLE_PAY_KEYS,
}

/** A proxy's environment with every possible secret. */
export const everySecret: Readonly<Record<string, string>> = {
  ...environment,
  ...wallets,
  ...secrets,
  TENDER_METRICS_PORT: '9464',
  TENDER_WEBHOOK_URL: 'https://shop.example/webhooks',
  TENDER_APPLE_PAY_NAME: 'A shop',
  TENDER_APPLE_PAY_COUNTRY: 'LT',
  TENDER_APPLE_PAY_IDENTITY_CERT: identity.certificate,
}

/** A unique part of each secret, by its variable. */
export const canaries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(secrets).map(([name, text]) => [name, coreOf(text)]),
)

/** A key is recognised by its last characters, since keys of one kind begin alike and have line breaks. */
function coreOf(text: string): string {
  if (text.includes('-----')) return text.replaceAll(/-----[A-Z ]+-----|\s/g, '').slice(-40)
  return text.length > 100 ? text.slice(-40) : text.replace(/^(?:one:|whsec_|redis:\/\/user:)/, '').replace(/@.*$/, '')
}
