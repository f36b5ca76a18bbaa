import { X509Certificate } from 'node:crypto'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { noConnection, validityOf } from '../../probe/certificate.ts'
import { fail, ok, warn, type Result } from '../../probe/finding.ts'
import { headerOf, type Get } from '../../probe/request.ts'
import type { Subject } from '../subject.ts'

const DOMAIN_FILE = '/.well-known/apple-developer-merchantid-domain-association'

/** Where Apple Pay is offered: the domain files of the shops, and the merchant identity certificate. */
export async function checkApplePay({ config, get, clock }: Subject): Promise<readonly Result[]> {
  if (!config?.walletSettings.offers.applePay || config.walletSettings.offers.applePay.sheet !== undefined) return []
  const files = await Promise.all(config.shopOrigins.map((origin) => domainFile(origin, get)))
  return [...files, ...identityOf(config, clock.now())]
}

/** Apple reads the file of each domain on which the sheet opens, and follows no redirect. */
async function domainFile(origin: string, get: Get): Promise<Result> {
  const address = `${origin}${DOMAIN_FILE}`
  const answer = await get(address).catch((error: unknown) => (error as Error).message)
  const todo = 'Serve the file that Apple’s developer site gives for this domain, without a redirect or a login'
  if (typeof answer === 'string') return noConnection(address, answer, todo)
  if (answer.status !== 200) return fail(`${address}: HTTP ${answer.status}`, todo)
  const isPage =
    /html/.test(headerOf(answer, 'content-type') ?? '') || /^\s*</.test(answer.body.toString('latin1', 0, 100))
  if (isPage || !answer.body.length) return fail(`${address}: ${isPage ? 'a page' : 'an empty file'}`, todo)
  return ok(`${address} is there, of ${answer.body.length} bytes`)
}

function identityOf({ walletSettings }: ProxyConfig, now: number): readonly Result[] {
  if (!walletSettings.appleIdentity) return []
  const name = 'TENDER_APPLE_PAY_IDENTITY_CERT'
  const validTo = Date.parse(new X509Certificate(walletSettings.appleIdentity.certificate).validTo)
  const { found, isSoon } = validityOf(validTo, now)
  const todo = 'Create a new merchant identity certificate at Apple'
  if (validTo <= now) return [fail(`${name} has expired`, todo)]
  return [isSoon ? warn(`${name} is ${found}`, todo) : ok(`${name} is ${found}`)]
}
