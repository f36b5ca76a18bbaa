import type { Outcome } from '#contract/checkout.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import { open, post, type Fixture } from '../../../conformance/gateway/fixture.ts'
import type { TypedCard } from '../../../conformance/gateway/seal-card.ts'
import { merchantKey, merchantOf } from './merchant-of.ts'
import { openShop, order as claimsOf, plain } from './sandbox-shop.ts'

/** What the shopper's browser answers with, on the gateway's own page. */
const there = (address: string): string => address.replace('gateway.localhost', 'gateway.test')

/** Types a card on the gateway's own page, and presses its button. */
export const payThere = (fixture: Fixture, address: string, card: TypedCard = plain): Promise<Response> =>
  post(fixture, there(address), {
    pan: card.pan,
    expiry: card.expiry.slice(4) + card.expiry.slice(2, 4),
    cvc: card.cvc,
    holder: 'JANE DOE',
  })

/** A shop whose shoppers may pay on the bank's page, by default as one of the ways to pay. */
export async function openPageShop(env: Readonly<Record<string, string>> = {}, options: Partial<ProxyOptions> = {}) {
  const shop = await openShop({ TENDER_BANK_PAGE: 'on', TENDER_API_KEYS: merchantKey, ...env }, options)
  const { fixture } = shop
  let orders = 0
  return {
    ...shop,
    merchant: merchantOf(shop.app),
    /** A new order of the shop. */
    order(claims: Partial<OrderClaims> = {}) {
      const orderNumber = `P-${(orders += 1)}`
      const ticket = { orderNumber, ...claims }
      const outcome = (path: string, body?: object): Promise<Outcome> => shop.outcome(path, body, ticket)
      return {
        orderNumber,
        ticket,
        leave: () => outcome('code', { method: 'bank-page' }),
        /** As the form of a page without scripts does it. */
        post: async () =>
          shop.app.inject({
            method: 'POST',
            url: '/pay',
            headers: {
              host: 'pay.shop.example',
              origin: 'https://shop.example',
              'content-type': 'application/x-www-form-urlencoded',
              'sec-fetch-site': 'cross-site',
            },
            payload: `order=${await shop.ticketFor(ticket)}`,
          }),
        read: () => outcome('outcome'),
        cancel: () => outcome('cancel', {}),
        prepare: () => outcome('prepare', {}),
        pay: async (orderId: string) => outcome('pay', await shop.cardBody(orderId)),
        async byCard(): Promise<Outcome> {
          const prepared = await outcome('prepare', {})
          return prepared.state === 'open' ? outcome('pay', await shop.cardBody(prepared.orderId!)) : prepared
        },
        there: (address: string, card?: TypedCard) => payThere(fixture, address, card),
        look: (address: string) => open(fixture, there(address)),
      }
    },
  }
}

export type PageShop = Awaited<ReturnType<typeof openPageShop>>
export const returnUrl = claimsOf.returnUrl
