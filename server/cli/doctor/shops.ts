import { originIn } from '#proxy/config/origins.ts'
import { noConnection } from '../probe/certificate.ts'
import { fail, ok, type Result } from '../probe/finding.ts'
import { policiesOf } from '../probe/policy.ts'
import { headerOf, type Answer } from '../probe/request.ts'
import type { Subject } from './subject.ts'

/** Whether the deployed card frame opens in the pages of the shop, and of those that the variables name. */
export async function checkFrames({ url, shop, config, get }: Subject): Promise<readonly Result[]> {
  if (url === undefined) return []
  const address = `${url}/card`
  const answer = await get(address, { 'sec-fetch-dest': 'iframe' }).catch((error: unknown) => (error as Error).message)
  if (typeof answer === 'string') return [noConnection(address, answer, 'Start the proxy, or correct its address')]
  if (answer.status !== 200) return [fail(`${address}: HTTP ${answer.status}`, 'Lead this address to the proxy')]
  const origins = new Set([...(config?.shopOrigins ?? []), ...(shop === undefined ? [] : [new URL(shop).origin])])
  return [...forbidden(answer), ...ancestors(answer, [...origins], address)]
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
