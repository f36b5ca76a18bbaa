import type { Checkout, Outcome } from '#contract/checkout.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { browser, order, proxyUrl } from '../../../unit/proxy/support/test-proxy.ts'
import type { Fleet } from './fleet.ts'

/** A payment from its form to the merchant's webhook, a request at a time; throws at the first wrong answer. */
export async function* payment(fleet: Fleet, orderNumber: string): AsyncGenerator<void, void> {
  const { ticketSecret, kid } = fleet.state.shop
  const options = { clock: fleet.clock, ...(kid !== undefined && { kid }) }
  const ticket = await signOrder({ ...order, orderNumber }, ticketSecret, options)
  const ask = browserOf(fleet, ticket)
  const { sealingKey } = await ask<Checkout>('checkout')
  yield
  const { orderId } = await ask<Outcome>('prepare', {})
  yield
  const card = { orderId, seToken: Buffer.from(sealingKey!).toString('base64'), cardholder: 'JANE DOE', browser }
  const requested = await ask<Outcome>('pay', { ...card, requestId: crypto.randomUUID() })
  const step = requested.state === 'authenticate' ? requested.step : undefined
  if (step?.kind !== 'method') throw new Error(`pay: ${JSON.stringify(requested)}`)
  yield
  const goingOn = { ...card, requestId: crypto.randomUUID(), continuation: step.continuation }
  const paid = await ask<Outcome>('authenticate', goingOn)
  if (paid.state !== 'paid') throw new Error(`authenticate: ${JSON.stringify(paid)}`)
  yield
  await reached(fleet, { url: returnPath(fleet, orderId!) })
  yield
  await calledBack(fleet, orderNumber, 'deposited')
  yield
  const authorization = `Bearer ${fleet.state.shop.apiKey}`
  await reached(fleet, { url: `/merchant/orders/${orderNumber}`, headers: { authorization } })
}

/** The gateway sends a callback to the address in the order's registration; throws when the answer is wrong. */
export async function calledBack(fleet: Fleet, orderNumber: string, operation: string): Promise<void> {
  const { id, registration } = fleet.gateway.orders.get(orderNumber)!
  const url = `${pathOf(registration.dynamicCallbackUrl!)}?mdOrder=${id}&operation=${operation}&status=1`
  await reached(fleet, { url })
}

type Requested = Parameters<Fleet['ask']>[0]

async function reached(fleet: Fleet, request: Exclude<Requested, string>): Promise<string> {
  const { statusCode, body } = await fleet.ask(request)
  if (statusCode !== 200) throw new Error(`${String(request.url)}: ${statusCode} ${body}`)
  return body
}

const browserOf =
  (fleet: Fleet, ticket: string) =>
  async <T>(name: string, payload?: object): Promise<T> => {
    const headers = {
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${ticket}`,
      ...(payload && { 'content-type': 'application/json', origin: proxyUrl }),
    }
    const body = await reached(fleet, {
      method: payload ? 'POST' : 'GET',
      url: `/api/${name}`,
      headers,
      ...(payload && { payload: JSON.stringify(payload) }),
    })
    return JSON.parse(body) as T
  }

const pathOf = (address: string): string => address.slice(proxyUrl.length)

/** The path to which the access server would return the shopper. */
function returnPath({ gateway }: Fleet, orderId: string): string {
  const { fields } = gateway.paymentsOf().findLast(({ fields: { MDORDER } }) => MDORDER === orderId)!
  return pathOf(fields['threeDSVer2FinishUrl']!)
}
