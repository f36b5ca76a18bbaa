import type { Outcome } from '#contract/checkout.ts'
import type { Report } from './relay.ts'
import type { Fixture } from './fixture.ts'

/** The request for a page. */
export interface Requested {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The fields of a POST; absent for a GET. */
  readonly form?: Readonly<Record<string, string>>
}

/** Sends a request of the card frame to the proxy. */
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

/** Pays a new order without the card frame; `report` gives the gateway's answer. */
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

/** Without the characters that an address cannot contain. */
const within = (text: string): string => text.replace(/[\s\\#\p{Cc}\p{Cs}]/gu, '')

/** The bank's address and the posted fields come from the gateway. */
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

/** The same in one field of the address's query, to which the order's identifier is appended. */
export const inQuery = (text: string): string => within(text).replaceAll('&', '')

/** A text, cut to the length that is left for it in an address once it is encoded. */
function short(text: string): string {
  const signs = [...text]
  while (encodeURIComponent(signs.join('')).length > MAX_LENGTH) signs.pop()
  return signs.join('')
}

/** Characters; the whole address may have 512. */
const MAX_LENGTH = 300

/** The order's identifier comes from the gateway; the shop's address may contain what a shopper typed there. */
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
