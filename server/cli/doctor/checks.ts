import { checkBankPage } from './bank-page.ts'
import { checkConfiguration, checkNode, checkSecrets } from './configuration.ts'
import { checkGateway } from './gateway.ts'
import { checkProfile } from './gateway-profile.ts'
import { checkCallbacks, checkClock, checkReadiness, checkTls } from './public-address.ts'
import { checkApplePay } from './methods/check-apple-pay.ts'
import { checkCodes } from './methods/check-codes.ts'
import { checkRedis } from './redis.ts'
import { checkShopPage } from './shop-page.ts'
import { checkFrames, checkSite } from './shops.ts'
import type { Check } from './subject.ts'
import { checkWebhook } from './webhook.ts'

/** Every check, in the order of the report. */
export const checks: readonly Check[] = [
  { name: 'configuration', run: checkConfiguration },
  { name: 'Node.js', run: checkNode },
  { name: 'secrets', run: checkSecrets },
  { name: 'TLS', run: checkTls },
  { name: 'clock', run: checkClock },
  { name: 'proxy', run: checkReadiness },
  { name: 'gateway', run: checkGateway },
  { name: 'gateway operations', run: checkProfile },
  { name: 'cards', run: checkBankPage },
  { name: 'Redis', run: checkRedis },
  { name: 'card frame', run: checkFrames },
  { name: 'site', run: checkSite },
  { name: "shop's page", run: checkShopPage },
  { name: 'Apple Pay', run: checkApplePay },
  { name: 'payments by a code', run: checkCodes },
  { name: 'webhooks', run: checkWebhook },
  { name: 'callbacks', run: checkCallbacks },
]
