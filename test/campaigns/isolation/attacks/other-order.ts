import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import { cardThat } from '../../../journeys/support/fixture.ts'
import { paysOf, typeIn, type AttackPages, type Victim } from '../attack-pages.ts'
import { BREACH, inPage, type Learned } from '../attack.ts'
import { withPort } from './port.ts'
import { press } from '../../../support/press.ts'

/** An attack in which a page has a card pay an order that the shopper did not see, or did not press the button for. */
type Play = (pages: AttackPages) => Promise<Learned>

/** Whether the gateway has any payment of an order. */
async function isPaid({ orderAt }: AttackPages, orderNumber: string): Promise<boolean> {
  const { orderStatus } = await orderAt(orderNumber)
  return orderStatus !== undefined && orderStatus !== 0
}

/** The page changes the order and submits it itself, without a press by the shopper. */
const swapped: Play = async (pages) => {
  const victim = await pages.enter()
  await typeIn(victim)
  const other = await pages.ticket({ amount: 990_000 })
  await inPage(
    victim,
    `const checkout = document.querySelector('tender-checkout')
    checkout.order = ${JSON.stringify(other.ticket)}
    await new Promise((ready) => checkout.addEventListener('tender-ready', ready, { once: true }))
    await Promise.race([checkout.submit(), pause(3000)])`,
  )
  return found(victim, paysOf(victim) > 0 || (await isPaid(pages, other.orderNumber)))
}

/** While the frame requests permission to pay one order, the page opens another in it. */
const openedMeanwhile: Play = async (pages) => {
  const victim = await withPort(pages)
  const other = await pages.ticket({ amount: 990_000 })
  await victim.page.evaluate(
    `addEventListener('tender-submit', (event) => event.waitUntil((async () => {
      const opening = { ticket: ${JSON.stringify(other.ticket)}, locale: 'en', appearance: { scheme: 'light' } }
      stolen.postMessage({ id: 'swap', type: 'APPLY', path: ['open'], argumentList: [{ type: 'RAW', value: opening }] })
      await pause(1500)
    })()))`,
  )
  await press(victim.card.getByTestId('pay'), (button) => button.press('Enter'))
  await victim.page.waitForTimeout(3000)
  return found(victim, await isPaid(pages, other.orderNumber))
}

/** The page alone submits a stored card that needs no code. */
const storedCard: Play = async (pages) => {
  const clientId = `client-${process.pid}-iso`
  await store(pages, clientId)
  const victim = await pages.enter({ claims: { clientId } })
  await inPage(victim, `await Promise.race([document.querySelector('tender-checkout').submit(), pause(3000)])`)
  return found(victim, paysOf(victim) > 0)
}

async function store({ stack }: AttackPages, clientId: string): Promise<void> {
  const { userName, password } = stack.credentials.gateway
  const gateway = client(gatewayApi, stack.addresses.gateway, fetch)
  const { pan, expiry } = cardThat({ brand: 'humo' })
  const order = { orderNumber: `iso-${process.pid}-stored`, amount: 100, returnUrl: stack.addresses.shop }
  const features = ['FORCE_CREATE_BINDING']
  await gateway.motoPayment({ userName, password, ...order, cardholder: 'JANE DOE', clientId, pan, expiry, features })
}

async function found({ context }: Victim, isBreach: boolean): Promise<Learned> {
  await context.close()
  return isBreach ? [`${BREACH}an order was paid that nobody pressed for`] : []
}

export const otherOrders: ReadonlyMap<string, Play> = new Map([
  ['order: another one after typing, submitted by the page', swapped],
  ['order: another one while the permission to pay is asked', openedMeanwhile],
  ['order: a stored card without a code, submitted by the page', storedCard],
])
