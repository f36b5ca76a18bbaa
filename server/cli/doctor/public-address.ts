import { lookup } from 'node:dns/promises'
import type { ProxyErrorCode } from '#contract/proxy-errors.ts'
import { isPrivate } from '#proxy/config/client-address.ts'
import { noConnection, readCertificate, validityOf, type Certificate } from '../probe/certificate.ts'
import { fail, ok, warn, type Result } from '../probe/finding.ts'
import { headerOf, type Answer } from '../probe/request.ts'
import { isLocal } from './configuration.ts'
import type { Subject } from './subject.ts'

/** The certificate chain of an https address, and how long it is valid. */
export async function checkCertificate(address: string, { ca, clock }: Subject): Promise<Result> {
  const { host, protocol } = new URL(address)
  if (protocol !== 'https:') return ok(`${host} is on this machine, without TLS`)
  try {
    return certificateFound(host, await readCertificate(address, ca), clock.now())
  } catch (error) {
    return noConnection('', (error as Error).message, 'Check the DNS name, the firewall and the reverse proxy')
  }
}

/** What a server's certificate is, and whether it ends soon. */
export function certificateFound(host: string, { validTo, issuer, protocol }: Certificate, now: number): Result {
  const { found, isSoon } = validityOf(validTo, now)
  const text = `${host}: ${protocol}, certificate of ${issuer}, ${found}`
  return isSoon ? warn(text, 'Renew the certificate, and check why it was not renewed by itself') : ok(text)
}

export const checkTls = async (subject: Subject): Promise<readonly Result[]> =>
  subject.url === undefined ? [] : [await checkCertificate(subject.url, subject)]

/** Seconds by which clocks may differ: the times in tickets are compared with the proxy's clock. */
const MOST_SECONDS = 30

/** Compares this machine's clock with the Date headers of the proxy and of the gateway. */
export async function checkClock({ url, config, get }: Subject): Promise<readonly Result[]> {
  const addresses = [...(url === undefined ? [] : [`${url}/healthz`]), ...(config ? [config.gateway.base] : [])]
  // Other checks report a server that does not answer.
  const answers = await Promise.all(addresses.map((address) => get(address).catch(() => undefined)))
  const dated = answers.flatMap((answer) => (answer && headerOf(answer, 'date') ? [answer] : []))
  return dated.length || !addresses.length
    ? dated.map(differenceOf)
    : [warn('no server answered with its time', 'Check that this machine’s clock is synchronised (NTP)')]
}

function differenceOf(answer: Answer): Result {
  // The header has whole seconds; the middle of that second is the best guess.
  const ahead = Math.round((answer.at - Date.parse(headerOf(answer, 'date')!) - 500) / 1000)
  const { host } = new URL(answer.url)
  const size = Math.abs(ahead)
  if (Number.isNaN(ahead)) return warn(`${host} has an invalid Date header`, 'Check what answers there')
  if (size <= MOST_SECONDS) return ok(`this machine and ${host} differ by ${size} s`)
  return warn(
    `this machine is ${size} s ${ahead > 0 ? 'ahead of' : 'behind'} ${host}`,
    'Synchronise both clocks (NTP): a ticket that seems to be from the future, or expired, is refused',
  )
}

/** What to do about each reason that `/readyz` gives. */
const todos: Readonly<Partial<Record<ProxyErrorCode, string>>> = {
  gateway_refused_credentials: 'Correct the proxy’s gateway login, token or signing key',
  gateway_misconfigured: 'Correct the proxy’s TENDER_GATEWAY_URL',
  gateway_unreachable: 'Check the network between the proxy and the gateway; the proxy’s log has the cause',
  redis_unreachable: 'Check the proxy’s TENDER_REDIS_URL; the proxy’s log has the cause',
  redis_misconfigured: 'Set maxmemory-policy noeviction in that Redis',
  busy: 'The proxy is stopping: ask again when it has started',
}

/** Whether the proxy answers at its public address, and can take payments. */
export async function checkReadiness({ url, get }: Subject): Promise<readonly Result[]> {
  if (url === undefined) return []
  const address = `${url}/readyz`
  const answer = await get(address).catch((error: unknown) => (error as Error).message)
  if (typeof answer === 'string')
    return [noConnection(address, answer, 'Start the proxy, or correct the reverse proxy')]
  const body = jsonIn(answer)
  if (answer.status === 200 && body.status === 'ready') return [ok(`${address} says that payments can be taken`)]
  const { code, message } = body.error ?? {}
  if (typeof code !== 'string' || typeof message !== 'string')
    return [fail(`${address}: ${foreignAnswer(answer)}`, LEAD)]
  return [fail(`${address}: ${code}, ${message.replace(/\.$/, '')}`, todos[code as ProxyErrorCode] ?? LEAD)]
}

const LEAD = 'Lead this address to the proxy, without a prefix, a redirect or a page in between'

const foreignAnswer = ({ status, headers }: Answer): string =>
  `HTTP ${status} of something that is not the proxy${headers['location'] ? ', a redirect' : ''}`

interface Body {
  readonly status?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown }
}

function jsonIn({ body }: Answer): Body {
  try {
    return Object(JSON.parse(body.toString())) as Body
  } catch {
    return {}
  }
}

/** Whether the gateway can reach the callbacks' address, as far as this machine knows. */
export async function checkCallbacks({ url, config, get }: Subject): Promise<readonly Result[]> {
  if (url === undefined || !config?.webhook) return []
  // The proof is wrong, so that the proxy answers 404 and does nothing.
  const address = `${url}/callback/doctor/none`
  const answer = await get(address).catch((error: unknown) => (error as Error).message)
  if (typeof answer === 'string') return [noConnection(`${url}/callback/…`, answer, PASS)]
  const isOurs = answer.status === 404 && jsonIn(answer).error?.code === 'not_found'
  if (!isOurs) return [fail(`${url}/callback/… does not lead to the proxy`, PASS)]
  return [await routeOf(url, config.gateway.isLoopback)]
}

const PASS = 'Let the reverse proxy pass GET and POST there'

async function routeOf(url: string, isSandbox: boolean): Promise<Result> {
  if (isLocal(url)) {
    if (isSandbox) return ok('the gateway is on this machine, and reaches the proxy here')
    return warn(`${url} is on this machine, where the gateway cannot reach it`, PUBLIC)
  }
  const { hostname } = new URL(url)
  const [address] = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  if (address && isPrivate(address.address))
    return warn(`${hostname} is a private address from here (${address.address})`, PUBLIC)
  return ok(`${url}/callback/… leads to the proxy; whether the gateway may connect is known only there`)
}

const PUBLIC = 'Make sure that the gateway can connect to the proxy: without callbacks, webhooks come late'
