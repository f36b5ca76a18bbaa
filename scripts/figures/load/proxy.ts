import { undiciFetch } from '#gateway-client/undici-fetch.ts'
import { silent } from '#ports/journal.ts'
import { systemClock, systemEventLoopDelay, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { redisStore } from '#proxy/redis/redis-store.ts'
import { readConfig } from '#proxy/config/config.ts'
import type { Documents } from '#proxy/static-files/documents.ts'
import { buildLogger } from '#proxy/http/log.ts'
import { cardForm } from '../../../test/support/card-form.ts'
import { facts } from './requests.ts'
import { answering } from './child.ts'

const scriptOf = (file: string) => ({ file, integrity: `sha384-${'A'.repeat(64)}`, bytes: new Uint8Array() })
const documents: Documents = { card: { ...scriptOf('card.js'), form: cardForm }, challenge: scriptOf('challenge.js') }

const { config, errors } = readConfig({
  TENDER_PUBLIC_URL: `https://${facts.host}`,
  TENDER_SHOP_ORIGINS: 'https://shop.example',
  TENDER_GATEWAY_URL: `http://127.0.0.1:${process.argv[2]}`,
  TENDER_GATEWAY_USERNAME: 'shop-api',
  TENDER_GATEWAY_PASSWORD: 'a-password',
  TENDER_TICKET_SECRET: facts.secret,
  // The shoppers come through a reverse proxy, and spend no time on the form.
  TENDER_TRUST_PROXY: '127.0.0.1',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
})
if (errors) throw new Error(errors.join(' '))
const [, , , redisUrl] = process.argv
const store = redisUrl
  ? await redisStore(redisUrl, config.publicUrl, { clock: systemClock, logger: false })
  : { locks: memoryLocks(systemClock) }
const app = await buildProxy(config, {
  clock: systemClock,
  random: systemRandom,
  fetch: undiciFetch({ timeoutMs: config.gateway.timeoutMs }),
  journal: silent,
  logger: buildLogger(config.logLevel),
  ...store,
  eventLoopDelay: systemEventLoopDelay(),
  documents,
})
await app.listen({ host: '127.0.0.1', port: 0 })
answering(app.server)
