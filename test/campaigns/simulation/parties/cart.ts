import { createHmac } from 'node:crypto'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { merchant, type Bank } from './bank.ts'
import { cardsByName, type Plan } from '../plan.ts'
import { proxyUrl, ticketSecret } from '../network/processes.ts'
import type { Requested } from '../network/serve.ts'
import { START } from '../network/time.ts'
import { formHeaders, withHost } from '../methods.ts'

/** Minor units. */
export const AMOUNT = 4990
export const CURRENCY = '643'
const CLIENT = 'client-1'
const THANKS = 'https://shop.example/thanks'

const cards = new Map(testCards.map(({ pan, cvc, expiry }) => [pan, { pan, cvc, expiry }]))

export const cardNamed = (name: Plan['cards'][number]) => cards.get(cardsByName[name])!

export const termsOf = (orderNumber: string) => ({ orderNumber, amount: AMOUNT, currency: CURRENCY, clientId: CLIENT })

/** The client of an order, and whether it is captured later. */
export interface Wanted {
  readonly clientId: string
  readonly isTwoPhase: boolean
}

/** The terms in the ticket of a tab; the tabs are called `tab 1`, `tab 2`, … */
export const wantedBy = (tab: string, { otherTerms, isTwoPhase }: Plan): Wanted => ({
  clientId: otherTerms === 'client' && tab !== 'tab 1' ? 'client-2' : CLIENT,
  isTwoPhase: (otherTerms === 'capture' && tab !== 'tab 1') !== isTwoPhase,
})

/** The order ticket that the merchant's server signs for a tab. */
export function ticketOf(plan: Plan, orderNumber: string, tab = 'tab 1'): string {
  const { method, orderLifetime, ticketLifetime, signedAhead } = plan
  const { clientId, isTwoPhase } = wantedBy(tab, plan)
  const now = Math.floor(START / 1000)
  return signed({
    ...termsOf(orderNumber),
    clientId,
    returnUrl: THANKS,
    capture: isTwoPhase ? 'two-phase' : 'one-phase',
    ...(method === 'moto' ? { channel: 'moto' } : { sessionTimeoutSecs: orderLifetime }),
    ...(signedAhead !== 'unknown' && { iat: now + Math.floor(signedAhead) }),
    exp: now + ticketLifetime,
  })
}

/** Signed as any JWT library does. */
function signed(claims: object): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', ticketSecret).update(text).digest('base64url')}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Stores the first card of the plan for the client; returns its bindingId. */
export function storeCard({ bindings }: Bank, plan: Plan): string {
  const category = plan.method === 'recurrent charge' ? 'RECURRENT' : 'COMMON'
  const id = 'a-stored-card'
  const { pan, expiry } = cardNamed(plan.cards[0]!)
  const owner = { merchant: merchant.login, clientId: CLIENT, holder: 'JANE DOE' }
  bindings.put(id, { id, ...owner, category, card: { pan, expiry }, active: true })
  return id
}

/** Registers the number earlier, for another cart. */
export async function registerForLess({ forms }: Bank, orderNumber: string): Promise<void> {
  const { login: userName, password } = merchant
  const fields = { userName, password, orderNumber, amount: '100', currency: CURRENCY, returnUrl: THANKS }
  const body = new URLSearchParams(fields).toString()
  await forms.call({ method: 'POST', url: '/payment/rest/register.do', headers: formHeaders, body })
}

/** A forged callback, by an attacker who has seen the callbacks' address: it reports the order as paid. */
export function forgedCallback({ orders }: Bank): Requested | undefined {
  const order = Array.from(orders.rows()).find((one) => one.dynamicCallbackUrl !== undefined)
  if (!order) return undefined
  const url = `${order.dynamicCallbackUrl!.slice(proxyUrl.length)}?operation=deposited&status=1&mdOrder=${order.id}`
  return withHost({ method: 'GET', url, headers: {}, body: undefined })
}
