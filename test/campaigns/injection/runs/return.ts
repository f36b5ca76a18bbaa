import { SignJWT } from 'jose'
import {
  browser,
  openTestProxy,
  order,
  proxyUrl,
  secret,
  type TestProxy,
} from '../../../unit/proxy/support/test-proxy.ts'
import { addressesLike } from '../addresses.ts'

/** The result of a run over addresses. */
export interface AddressRun {
  readonly tried: number
  /** Addresses that were refused or left out. */
  readonly refused: number
  /** Accepted addresses that lead elsewhere, or run a script. */
  readonly faults: readonly string[]
}

const SHOP = 'https://shop.example'
const DECLINED = 6

/** The host of an address by the older grammar (RFC 3986), which a gateway may use. */
const oldHost = (address: string): string | undefined =>
  /^https:\/\/(?:[^/?#]*@)?([^/?#:]*)(?::443)?(?:[/?#]|$)/i.exec(address)?.[1]?.toLowerCase()

/** Schemes that a browser reads itself; any other is that of an app, into which a ticket may lead back. */
const ofBrowsers =
  /^(?:https?|ftps?|wss?|file|filesystem|blob|data|about|javascript|vbscript|view-source|feed|jar|intent|chrome|ms-[^:]*):/i
const ofAnApp = (address: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[!-[\]-~]+$/i.test(address) && !ofBrowsers.test(address)

/** Why an address is neither the shop's own nor an app's; `undefined` when it is. */
function strays(address: string): string | undefined {
  if (ofAnApp(address)) return undefined
  const onProxy = new URL(address, proxyUrl)
  if (onProxy.origin !== SHOP || onProxy.username || onProxy.password) return `leads to ${onProxy.href}`
  return oldHost(address) === 'shop.example' ? undefined : 'is another host to other parsers'
}

const fields = ['returnUrl', 'failUrl'] as const
type Field = (typeof fields)[number]

/**
 * Signs tickets with each hostile address as returnUrl and as failUrl, and checks where the accepted ones appear: in
 * the registration at the gateway, on the page to which 3-D Secure returns, and in the redirect without JavaScript.
 */
export async function runReturnAddresses(every: number): Promise<AddressRun> {
  const proxy = await openTestProxy({})
  const addresses = addressesLike('shop.example').filter((_, at) => at % every === 0)
  const faults: string[] = []
  let refused = 0
  let number = 0
  for (const field of fields)
    for (const address of addresses) {
      const endings = await endingsOf(proxy, field, address, `R-${(number += 1)}`)
      if (!endings) refused += 1
      for (const end of endings ?? []) {
        const why = strays(end)
        if (why) faults.push(`${field} ${JSON.stringify(address)}: ${JSON.stringify(end)} ${why}`)
      }
    }
  await proxy.app.close()
  return { tried: addresses.length * fields.length, refused, faults }
}

/** The places in which an accepted address appears; `undefined` when the ticket was refused because of it. */
async function endingsOf(
  proxy: TestProxy,
  field: Field,
  address: string,
  orderNumber: string,
): Promise<string[] | undefined> {
  const ticket = await signed(proxy, { orderNumber, [field]: address })
  const prepared = await proxy.ask('prepare', {}, ticket)
  const { error, orderId } = prepared.json<{ error?: { code: string; field: string }; orderId: string }>()
  if (error?.code === 'ticket_invalid' && error.field === field) return undefined
  if (error) return [`refused by another rule: ${error.code} ${error.field}`]
  const kept = proxy.gateway.orders.get(orderNumber)!
  const finish = await finishUrl(proxy, orderId, ticket)
  if (field === 'failUrl') kept.status = DECLINED
  const page = await proxy.send({ url: finish })
  const out = await proxy.send({
    method: 'POST',
    url: '/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SHOP, 'sec-fetch-site': 'cross-site' },
    payload: new URLSearchParams({ order: ticket }).toString(),
  })
  const result = kept.registration[field]
  const led = [
    result,
    dataTo(page.body),
    linkIn(page.body),
    field === 'returnUrl' ? out.headers['location'] : undefined,
  ]
  return led.filter((one) => typeof one === 'string')
}

/** Signs without our helper, as a merchant's own code may sign claims that the helper refuses. */
const signed = ({ clock }: TestProxy, claims: object): Promise<string> =>
  new SignJWT({ ...(order as object), ...claims, exp: Math.floor(clock.now() / 1000) + 600 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))

/** Pays, and returns the address to which 3-D Secure returns. */
async function finishUrl(proxy: TestProxy, orderId: string, ticket: string): Promise<string> {
  await proxy.ask('pay', { orderId, seToken: 'Q0FOQVJZ', cardholder: 'JANE DOE', browser }, ticket)
  return proxy.gateway.paymentsOf().at(-1)!.fields['threeDSVer2FinishUrl']!.slice(proxyUrl.length)
}

const unescaped = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const dataTo = (body: string): string | undefined => unescaped(/ data-to="([^"]*)"/.exec(body)?.[1])
const linkIn = (body: string): string | undefined => unescaped(/<a href="([^"]*)"/.exec(body)?.[1])
