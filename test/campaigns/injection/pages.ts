import type { Outcome } from '#contract/checkout.ts'
import { packPaReq } from '#sandbox/three-ds-1/pa-messages.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { secrets } from '../../../demo/stack.ts'
import { cardAnswer, inQuery, pageOfBank, pageOfReturn, type Requested } from './proxy-pages.ts'
import { bindingOf } from './fields.ts'
import type { Fixture } from './fixture.ts'

/** A server's page that shows an untrusted text. */
export interface TextPage {
  /** The text, and the page. */
  readonly name: string
  /** The gateway sends the text, one at a time. */
  readonly bySaying?: true
  /** The page shows all texts so far, so that only new kinds of elements count as strange. */
  readonly grows?: true
  /** The part of a text that the page can show; absent, all of it. */
  readonly within?: (text: string) => string
  /** Makes the page show a text; returns the request for the page. */
  show(fixture: Fixture, text: string, number: string): Promise<Requested>
}

const operator = { authorization: `Basic ${Buffer.from(`operator:${secrets.apiKey}`).toString('base64')}` }

/** Registers an order as the card frame does; returns the gateway's identifier. */
async function register(fixture: Fixture, orderNumber: string): Promise<string> {
  const answer = await cardAnswer(fixture, 'prepare', {}, await fixture.ticketFor({ orderNumber }))
  if (!answer.ok) throw new Error(`${JSON.stringify(orderNumber)} is not registered: ${await answer.text()}`)
  return ((await answer.json()) as Outcome).orderId!
}

/** The operator's page lists all orders of the run, so that one order number is used for all texts. */
const number = 'operator-page'

/** The gateway's refusal, shown to the merchant's operator. */
async function operatorNotice(fixture: Fixture, text: string): Promise<Requested> {
  const { shop } = fixture.stack.addresses
  await register(fixture, number)
  fixture.relay.report = async ({ what }, work) =>
    what === 'decline.do' ? { errorCode: '7', errorMessage: text } : await work()
  const answer = await fetch(`${shop}/operator/cancel`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...operator, origin: shop, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ orderNumber: number, query: `orderNumber=${number}` }).toString(),
  })
  return { url: new URL(answer.headers.get('location')!, shop).href, headers: operator }
}

async function operatorCards({ stack, relay }: Fixture, text: string): Promise<Requested> {
  relay.report = async ({ what }, work) => (what === 'getBindings.do' ? { bindings: [bindingOf(text)] } : await work())
  return { url: `${stack.addresses.shop}/operator?clientId=injected&orderNumber=${number}`, headers: operator }
}

/** The maximum length of an order number in the shop. */
const NUMBER = 32

const numbered = (base: string, name: string, text: string): Requested => ({
  url: `${base}/?${new URLSearchParams({ [name]: text }).toString()}`,
})

/** A text, cut to the length of an order number. */
const numberOf = (text: string): string => text.slice(0, NUMBER).replace(/\p{Cs}/gu, '') || '-'

const shopOrder = async ({ stack }: Fixture, text: string): Promise<Requested> =>
  numbered(stack.addresses.shop, 'orderNumber', numberOf(text))

/** The gateway's own page, which is used without JavaScript. */
async function gatewayPage(fixture: Fixture, text: string): Promise<Requested> {
  const orderId = await register(fixture, numberOf(text))
  return { url: `${fixture.stack.addresses.gateway}/payment/merchants/sandbox/payment_en.html?mdOrder=${orderId}` }
}

async function consoleOrders(fixture: Fixture, text: string): Promise<Requested> {
  await register(fixture, numberOf(text))
  return { url: `${fixture.stack.addresses.console}/` }
}

const shopProblem = async ({ stack }: Fixture, text: string): Promise<Requested> =>
  numbered(stack.addresses.shop, text || '-', '1')

const consoleOrder = async ({ stack }: Fixture, text: string): Promise<Requested> =>
  numbered(stack.addresses.console, 'order', text || '-')

/** The bank's page of 3-D Secure 1 shows the merchant's name. */
async function bankMerchant({ stack }: Fixture, text: string, number: string): Promise<Requested> {
  const { acs, gateway } = stack.addresses
  const { pan } = testCards.find(({ threeDs }) => threeDs === 'redirect')!
  const range = await fetch(`${acs}/3ds/card-range`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ acctNumber: pan }),
  })
  const { acctID } = (await range.json()) as { acctID: string }
  const pareq = packPaReq({ transId: number, acctID, amount: 100, currency: '978', merchantName: text.slice(0, 255) })
  return { url: `${acs}/3ds1/pareq`, form: { PaReq: pareq, MD: text, TermUrl: gateway } }
}

const walletSheet = async ({ stack }: Fixture, text: string): Promise<Requested> => {
  const { shop, wallets } = stack.addresses
  const result = { origin: shop, nonce: 'n'.repeat(22), amount: '100', currency: '978' }
  const message = { merchantName: text.slice(0, 128), merchant: text.slice(0, 255), orderNumber: text.slice(0, 36) }
  return { url: `${wallets}/applePay?${new URLSearchParams({ ...result, ...message }).toString()}` }
}

/** The pages of all servers that show such a text. */
export const textPages: readonly TextPage[] = [
  { name: 'operator: what the gateway refused with', show: operatorNotice, bySaying: true },
  { name: 'operator: a stored card', show: operatorCards, bySaying: true },
  { name: 'shop: the order number', show: shopOrder },
  { name: 'shop: the name of a wrong field', show: shopProblem },
  { name: 'console: the order number', show: consoleOrder },
  { name: 'console: the list of orders', show: consoleOrders, bySaying: true, grows: true },
  { name: 'gateway: the order number', show: gatewayPage, bySaying: true },
  { name: "bank: the merchant's name", show: bankMerchant },
  { name: "wallet: the merchant's name", show: walletSheet },
  { name: 'proxy: the page that posts to the bank', show: pageOfBank, bySaying: true },
  { name: 'proxy: the page that 3-D Secure comes back to', show: pageOfReturn, within: inQuery, bySaying: true },
]
