import { originIn } from '#proxy/config/origins.ts'
import { noConnection } from '../probe/certificate.ts'
import { fail, ok, warn, type Result } from '../probe/finding.ts'
import { policiesOf } from '../probe/policy.ts'
import { headerOf, type Answer } from '../probe/request.ts'
import { sharedSite, SITE_TODO, siteFound } from '../probe/site.ts'
import type { Subject } from './subject.ts'

/** Whether the deployed card frame opens in the pages of the shop, and of those that the variables name. */
export async function checkFrames({ url, shop, config, get }: Subject): Promise<readonly Result[]> {
  if (url === undefined) return []
  const address = `${url}/card`
  const answer = await get(address, { 'sec-fetch-dest': 'iframe' }).catch((error: unknown) => (error as Error).message)
  if (typeof answer === 'string') return [noConnection(address, answer, 'Start the proxy, or correct its address')]
  if (answer.status !== 200) return [fail(`${address}: HTTP ${answer.status}`, 'Lead this address to the proxy')]
  return [...forbidden(answer), ...ancestors(answer, originsOf(config, shop), address)]
}

/** The shops that the variables name, and that of the page. */
const originsOf = (config: Subject['config'], shop: string | undefined): readonly string[] => [
  ...new Set([...(config?.shopOrigins ?? []), ...(shop === undefined ? [] : [new URL(shop).origin])]),
]

/** Whether a shop is on the proxy's own site, whose scripts may share a process with the card. */
export async function checkSite({ url, shop, config }: Subject): Promise<readonly Result[]> {
  if (url === undefined) return []
  return originsOf(config, shop).flatMap((origin) => {
    const shared = sharedSite(url, origin)
    return shared === undefined ? [] : [warn(siteFound(url, origin, shared), SITE_TODO)]
  })
}

/** A header that a reverse proxy has added, which forbids every frame. */
function forbidden(answer: Answer): readonly Result[] {
  const value = headerOf(answer, 'x-frame-options')
  const text = `/card is sent with X-Frame-Options: ${value}`
  return value === undefined ? [] : [fail(text, 'Remove this header for the proxy’s host in the reverse proxy')]
}

function ancestors(answer: Answer, origins: readonly string[], address: string): readonly Result[] {
  const allowed = policiesOf(answer).flatMap((policy) => {
    const sources = policy.get('frame-ancestors')
    return sources ? [sources.map((source) => originIn(source) ?? source)] : []
  })
  if (!allowed.length) return [fail(`${address} has no frame-ancestors`, 'Lead this address to the proxy unchanged')]
  const missing = origins.filter((origin) => !allowed.every((sources) => sources.includes(origin)))
  const text = `frame-ancestors of ${address} is ${allowed.map((sources) => sources.join(' ')).join(', and ')}`
  if (!missing.length) return [ok(text)]
  return [
    fail(
      `${text}, without ${missing.join(' ')}`,
      'Add this origin to TENDER_SHOP_ORIGINS of the deployed proxy, and restart it',
    ),
  ]
}
