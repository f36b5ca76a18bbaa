import type { Outcome } from '#contract/checkout.ts'
import type { Report } from './relay.ts'
import type { Fixture } from './fixture.ts'

/** How a page is asked for. */
export interface Requested {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Posted, where it is no GET. */
  readonly form?: Readonly<Record<string, string>>
}

/** Asks the proxy what the card frame would ask. */
export function cardAnswer({ stack }: Fixture, name: string, body: object, ticket: string): Promise<Response> {
  const { proxy } = stack.addresses
  const headers = { 'content-type': 'application/json', origin: proxy, 'sec-fetch-site': 'same-origin' }
  return fetch(`${proxy}/api/${name}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${ticket}` },
    body: JSON.stringify(body),
  })
}

const browser = {
  userAgent: 'Test/1.0',
  language: 'en',
  colorDepth: '24',
  screenWidth: 1280,
  screenHeight: 720,
  timeZoneOffset: '0',
  javaEnabled: false,
}

/** Pays a new order past the card frame; the gateway's answer to it is made up. */
async function paid(
  fixture: Fixture,
  claims: { orderNumber: string; returnUrl?: string },
  report: Report,
): Promise<Outcome> {
  fixture.relay.report = report
  const ticket = await fixture.ticketFor(claims)
  const { orderId } = (await (await cardAnswer(fixture, 'prepare', {}, ticket)).json()) as Outcome
  const card = { requestId: crypto.randomUUID(), orderId, seToken: 'Q0FOQVJZ', cardholder: 'JANE DOE', browser }
  return (await (await cardAnswer(fixture, 'pay', card, ticket)).json()) as Outcome
}

/** As far as it may stand in an address at all. */
const within = (text: string): string => text.replace(/[\s\\#\p{Cc}\p{Cs}]/gu, '')

/** The bank's address, and what is posted there, are the gateway's word. */
export async function pageOfBank(fixture: Fixture, text: string, orderNumber: string): Promise<Requested> {
  const { acs } = fixture.stack.addresses
  const acsUrl = `${acs}/3ds1/pareq?${within(text)}`
  const answer = { errorCode: 0, acsUrl, paReq: text || '-', termUrl: `${acs}/?${within(text)}` }
  const outcome = await paid(fixture, { orderNumber }, async ({ what }, work) =>
    what === 'paymentorder.do' ? answer : await work(),
  )
  const step = 'step' in outcome ? outcome.step : undefined
  if (step?.kind === 'redirect') return { url: step.redirectUrl }
  throw new Error(`${JSON.stringify(text)} does not lead to the bank: ${JSON.stringify(outcome)}`)
}

/** The same within one field of its query, which is written anew with the order's identifier behind it. */
export const inQuery = (text: string): string => within(text).replaceAll('&', '')

/** As much of a text as an address has room for, once it is written there. */
function short(text: string): string {
  const signs = [...text]
  while (encodeURIComponent(signs.join('')).length > ROOM) signs.pop()
  return signs.join('')
}

/** Signs; the whole address may have 512. */
const ROOM = 300

/** The order's identifier is the gateway's word; the shop's address may hold what a shopper typed there. */
export async function pageOfReturn(fixture: Fixture, text: string, orderNumber: string): Promise<Requested> {
  const returnUrl = `${fixture.stack.addresses.shop}/?a=${short(inQuery(text))}`
  let url = ''
  await paid(fixture, { orderNumber, returnUrl }, async ({ what, fields }, work) => {
    if (what !== 'paymentorder.do') return await work()
    url = fields.get('threeDSVer2FinishUrl')!
    return { errorCode: 0, info: text }
  })
  return { url }
}
