import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import type { Outcome } from '#contract/checkout.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { declineWith, type Script } from '../../../support/fake-gateway.ts'
import { browser, configOf, openTestProxy } from '../support/test-proxy.ts'

/** The proxy's default limits. */
export const standards = {
  TENDER_LIMIT_CARDS: '3',
  TENDER_LIMIT_DECLINES: '10',
  TENDER_LIMIT_DECLINED_PERCENT: '50',
  TENDER_LIMIT_FORM_TIME_MS: '1500',
}

/** One limit with its default, and no other. */
export const only = (name: keyof typeof standards): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(standards).map((one) => [one, 'none'])),
  [name]: standards[name],
  TENDER_LIMIT_TRIES: 'none',
})

export interface SetupOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly options?: Partial<ProxyOptions>
}

/** Not enough funds: a bank's commonest decline of a valid card. */
export const NO_FUNDS = 116

/** A fake of a sealed card, which only the gateway reads; `card` stands for the number. */
export const sealedCard = (card: number | string): string => Buffer.from(`card/${card}`).toString('base64')

const cardIn = (seToken: string): string => Buffer.from(seToken, 'base64').toString().split('/')[1]!

/** A proxy with limits, a gateway that declines all cards by default, and visitors who try cards. */
export async function openSetup({ env = standards, options }: SetupOptions = {}) {
  const proxy = await openTestProxy({ env, ...(options && { options }) })
  const { gateway } = proxy
  const shown = new Map<string, string>()
  const tried: string[] = []
  const state = { answer: declineWith(NO_FUNDS) as Script }
  gateway.state.script = (order, payment) => {
    const card = cardIn(String(payment.seToken))
    tried.push(card)
    shown.set(order.number, card)
    return state.answer(order, payment)
  }
  /** The order status contains the card that was tried, as the gateway's own does. */
  gateway.state.wire = async (request, work) => {
    const number = request.url.includes('getOrderStatus') ? await numberIn(request) : undefined
    const answer = await work()
    const card = shown.get(number ?? '')
    if (card === undefined) return answer
    const status = (await answer.json()) as object
    return Response.json({ ...status, cardAuthInfo: { maskedPan: `411111**${card}`, expiration: '203412' } })
  }
  const requested = async (ip: string, name: string, body: object | undefined, ticket: string, headers = {}) => {
    const request = await proxy.requestFor(name, body, ticket)
    return proxy.send({ ...request, remoteAddress: ip, headers: { ...request.headers, ...headers } } as InjectOptions)
  }
  return Object.assign(proxy, {
    state,
    config: configOf(env),
    /** Cards that reached the gateway, in order. */
    tried,
    request: requested,
    /** A visitor with a ticket from the shop. */
    async visitor(orderNumber: string, ip: string, headers = {}, claims: Partial<OrderClaims> = {}) {
      const ticket = await proxy.ticketFor({ orderNumber, ...claims })
      const ask = (name: string, body?: object): Promise<Answer> => requested(ip, name, body, ticket, headers)
      return {
        ticket,
        ask,
        outcome: async (name: string, body?: object) => (await ask(name, body)).json<Outcome>(),
        /** Prepares the order and sends a card, as a robot does; `undefined` when there is nothing to pay. */
        async tryCard(card: number | string): Promise<Answer | undefined> {
          const { orderId } = (await ask('prepare', {})).json<Outcome>()
          return orderId === undefined ? undefined : ask('pay', paymentOf(orderId, card))
        },
      }
    },
  })
}

export type Setup = Awaited<ReturnType<typeof openSetup>>

export const paymentOf = (orderId: string, card: number | string) => ({
  orderId,
  seToken: sealedCard(card),
  cardholder: 'JANE DOE',
  browser,
})

async function numberIn(request: Request): Promise<string | undefined> {
  const fields = new URLSearchParams(await request.clone().text())
  return fields.get('orderNumber') ?? undefined
}
