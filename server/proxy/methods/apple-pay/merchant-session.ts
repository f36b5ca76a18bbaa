import { ProxyError } from '#contract/proxy-errors.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { Fetch, FetchAnswer } from '#contract/wire/client.ts'
import { readStrictly } from '#gateway-client/strict-json.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { requireMethod } from '../../tickets/methods.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import { leadsToApp } from '../../tickets/app-link.ts'

type Session = Readonly<Record<string, unknown>>

/** Milliseconds that Apple's server may take. */
const SESSION_TIMEOUT = 10_000

/**
 * Opens a merchant session for Apple Pay in the browser; Apple creates it, and the page uses it once. Throws
 * `field_invalid` for an address that is not one of Apple's own, `wallet_unreachable` when no session is returned.
 */
export async function openMerchantSession(
  proxy: Pick<ProxyContext, 'appleFetch' | 'config' | 'log' | 'clock'>,
  ticket: Ticket,
  validationURL: string,
): Promise<Session> {
  requireMethod(ticket, 'applePay')
  const { appleFetch, config, log } = proxy
  const { offers, appleIdentity } = config.walletSettings
  if (!offers.applePay || !appleIdentity || !appleFetch)
    throw new ProxyError('field_invalid', 'cannot be asked: set TENDER_APPLE_PAY_IDENTITY_CERT on the proxy', FIELD)
  const body = {
    merchantIdentifier: appleIdentity.merchantIdentifier,
    displayName: offers.applePay.merchantName,
    initiative: 'web',
    initiativeContext: shopOf(ticket, config.shopOrigins),
  }
  const url = appleAddress(validationURL)
  return request(proxy, appleFetch, url, body).catch((error: unknown) => {
    log.error({ op: 'walletSession', order: ticket.orderNumber, code: 'wallet_unreachable', message: causeOf(error) })
    throw new ProxyError('wallet_unreachable')
  })
}

const FIELD = 'validationURL'

/** The page's own host, which must be registered at Apple. */
const shopOf = ({ origin, returnUrl }: Ticket, [usual]: readonly string[]): string =>
  new URL(origin ?? (leadsToApp(returnUrl) ? usual! : returnUrl)).hostname

const pods = (names: readonly string[], count: number): string[] =>
  names.flatMap((name) => Array.from({ length: count }, (_, at) => `${name}-pod${at + 1}.apple.com`))

/** The servers of Apple Pay as Apple publishes them (Setting Up Your Server), those of its test environment last. */
export const appleHosts: ReadonlySet<string> = new Set([
  'apple-pay-gateway.apple.com',
  ...pods(['apple-pay-gateway-nc', 'apple-pay-gateway-pr'], 5),
  'cn-apple-pay-gateway.apple.com',
  ...pods(['cn-apple-pay-gateway-sh', 'cn-apple-pay-gateway-tj'], 3),
  'apple-pay-gateway-cert.apple.com',
  'cn-apple-pay-gateway-cert.apple.com',
])

/**
 * The address comes from the page, and the request uses the merchant's certificate, so only Apple's addresses are
 * accepted.
 */
function appleAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isApples =
    url?.protocol === 'https:' && !url.username && !url.password && !url.port && appleHosts.has(url.hostname)
  if (!isApples)
    throw new ProxyError('field_invalid', "must be an https address of one of Apple Pay's own servers", FIELD)
  return url.href
}

function request({ clock }: Pick<ProxyContext, 'clock'>, fetch: Fetch, url: string, body: object): Promise<Session> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' } as const
  const posted = (signal: AbortSignal): Promise<Session> => fetch(url, { ...sent, signal }).then(sessionIn)
  return withTimeout(clock, SESSION_TIMEOUT, posted, silence)
}

function silence(): never {
  throw new Error('Apple did not answer in time')
}

async function sessionIn(response: FetchAnswer): Promise<Session> {
  const read = response.status === 200 ? readStrictly(await response.text()) : undefined
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error(`HTTP ${response.status}`)
  return read as Session
}

const causeOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 100) : 'failure')
