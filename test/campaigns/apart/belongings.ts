import type { InjectOptions, Response as Answer } from 'light-my-request'
import type { Outcome } from '#contract/checkout.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { storedCard, type Script } from '../../support/fake-gateway.ts'
import { cardFor } from '../../unit/proxy/support/test-proxy.ts'
import type { Hosted, HostedSet } from './hosted.ts'

/** What one merchant has, and another one may try: credentials, addresses that were signed, and identifiers. */
export interface Belongings {
  /** Of an order whose payment waits for the bank, and of one that is paid; their numbers are the same everywhere. */
  readonly ticket: string
  readonly paidTicket: string
  readonly apiKey: string
  readonly callbackSecret: string
  /** Paths and queries that the proxy signed for the gateway, the bank and the payer. */
  readonly callback: string
  readonly returned: string
  readonly bankPage: string
  readonly link: string
  readonly continuation: string
  /** Identifiers that only this merchant has. */
  readonly ownNumber: string
  readonly ownOrderId: string
  readonly clientId: string
  readonly bindingId: string
}

export const OPEN = 'A-17'
export const PAID = 'A-18'

const stepwise: Script = (order, payment) => {
  if (order.number === PAID) {
    order.status = 2
    order.actionCode = 0
    return { errorCode: 0, info: 'Processed' }
  }
  order.status = 5
  if (order.number !== OPEN)
    return { errorCode: 0, acsUrl: 'https://acs.example/1', paReq: 'abc', termUrl: `${order.registration.returnUrl}` }
  return payment.threeDSServerTransId
    ? { errorCode: 0, is3DSVer2: true, acsUrl: 'https://acs.example/', packedCReq: 'eyJ9' }
    : {
        errorCode: 0,
        is3DSVer2: true,
        threeDSServerTransId: 't-1',
        threeDSMethodURL: 'https://acs.example/method',
        threeDSMethodDataPacked: 'eyJ9',
      }
}

/** A request of the card frame's script, or of the merchant's server. */
export const asking = (bearer: string, method: string, url: string, body?: object): InjectOptions => ({
  method: method as 'GET' | 'POST',
  url,
  headers: {
    authorization: `Bearer ${bearer}`,
    accept: 'application/json',
    ...(url.startsWith('/api/') && { 'sec-fetch-site': 'same-origin' }),
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { payload: JSON.stringify(body) }),
})

/** Has each merchant take the same orders, and returns what it then has. */
export async function belongingsOf({ clock, send }: HostedSet, merchant: Hosted): Promise<Belongings> {
  const { mark, env, gateway, host, url } = merchant
  gateway.state.script = stepwise
  gateway.state.isWhole = true
  const [clientId, bindingId] = [`client-${mark}`, `card-${mark}`]
  gateway.bindings.set(clientId, [storedCard(bindingId)])
  const apiKey = env['TENDER_API_KEYS']!
  const sign = (orderNumber: string): Promise<string> => {
    const claims: OrderClaims = {
      orderNumber,
      amount: 4990,
      currency: '978',
      returnUrl: `https://${mark}.example/orders/${orderNumber}`,
      description: `Goods ${mark}`,
      clientId,
    }
    return signOrder(claims, env['TENDER_TICKET_SECRET']!, { clock, expiresIn: 86_400 } as never)
  }
  const frame = async (ticket: string, name: string, body: object): Promise<Outcome> => {
    const request = asking(ticket, 'POST', `/api/${name}`, body)
    const answer = await send(host, { ...request, headers: { ...request.headers, origin: url } })
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
    return answer.json()
  }
  const pay = async (orderNumber: string): Promise<{ ticket: string; outcome: Outcome; orderId: string }> => {
    const ticket = await sign(orderNumber)
    const { orderId } = (await frame(ticket, 'prepare', {})) as { orderId: string }
    return { ticket, orderId, outcome: await frame(ticket, 'pay', cardFor(orderId)) }
  }
  const ownNumber = `own-${mark}`
  const [open, paid, own] = [await pay(OPEN), await pay(PAID), await pay(ownNumber)]
  const link: Answer = await send(
    host,
    asking(apiKey, 'POST', '/merchant/links', { order: { orderNumber: 'A-19', amount: 4990, currency: '978' } }),
  )
  const signed = [
    JSON.stringify([open.outcome, own.outcome]),
    ...gateway.calls.map(({ fields }) => JSON.stringify(fields)),
    link.body,
  ].join('\n')
  const found = (pattern: string): string => {
    const path = new RegExp(`${url}(${pattern}[^"\\\\]*)`).exec(signed)?.[1]
    if (path === undefined) throw new Error(`No address ${pattern} in ${signed}`)
    return path
  }
  return {
    ticket: open.ticket,
    paidTicket: paid.ticket,
    apiKey,
    callbackSecret: env['TENDER_CALLBACK_SECRET']!,
    callback: found('/callback/'),
    returned: found('/3ds/return\\?k='),
    bankPage: found('/3ds/bank\\?k='),
    link: found('/link/'),
    continuation: (open.outcome as { step: { continuation: string } }).step.continuation,
    ownNumber,
    ownOrderId: own.orderId,
    clientId,
    bindingId,
  }
}

/** The same, made up: as long, and of the same characters, with a part that nobody signed or has. */
export const madeUp = (of: Belongings): Belongings =>
  Object.fromEntries(
    Object.entries(of).map(([name, text]) => [
      name,
      text.slice(0, -9) + text.slice(-9, -3).replace(/./g, other) + text.slice(-3),
    ]),
  ) as unknown as Belongings

const other = (character: string): string => (character === 'b' ? 'c' : 'b')
