import { expect } from 'vitest'
import type { ChallengeStep, MethodStep, Outcome } from '#contract/checkout.ts'
import type {
  Authenticate,
  AuthenticationAnswer,
  PaymentToAuthenticate,
} from '#proxy/external-three-ds/authenticate.ts'
import { byTrusted, stateOf } from '../../../conformance/gateway/fixture.ts'
import { sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { newClient, stored } from '../../../conformance/gateway/stored-cards.ts'
import { cardFor } from './test-proxy.ts'
import { enrolled, fixture, openTestProxy, result } from './own-server-proxy.ts'

const transactionId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const method = {
  kind: 'method',
  transactionId,
  threeDSMethodURL: 'https://acs.example/method',
  threeDSMethodData: 'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjEifQ',
} as const
const challenge = {
  kind: 'challenge',
  transactionId,
  acsUrl: 'https://acs.example/challenge',
  creq: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ',
} as const

/** What the merchant's server may answer. */
export const answers = { method, challenge, done: { kind: 'done', ...result }, refused: { kind: 'refused' } } as const

type Options = Parameters<typeof openTestProxy>[1]
export type Kind = 'a new card' | 'a stored card'
export type Answer = AuthenticationAnswer | (() => Promise<AuthenticationAnswer>)

/** A proxy whose merchant's server gives these answers, and a shopper with that card. */
export async function openCheckout(kind: Kind, answers: readonly Answer[], options: Options = {}) {
  const calls: Omit<PaymentToAuthenticate, 'signal'>[] = []
  const authenticate: Authenticate = async ({ signal: _, ...payment }) => {
    const answer = answers[calls.push(payment) - 1]
    return typeof answer === 'function' ? answer() : answer
  }
  const clientId = newClient()
  const bindingId = kind === 'a stored card' ? await stored(fixture, clientId, { card: enrolled, by: byTrusted }) : ''
  const debits = fixture.debits()
  const proxy = await openTestProxy(authenticate, { ...options, ticket: { clientId, ...options.ticket } })
  const { orderId, sealed, ask, outcome } = proxy
  const card = () => {
    if (!bindingId) return sealed()
    const { cardholder: _, ...body } = cardFor(orderId)
    const { seToken } = sealed([...sealStamp, '', enrolled.cvc, '', orderId, bindingId].join('/'))
    return { ...body, seToken, bindingId }
  }
  /** A page of the access server that the browser is led to, by a form. */
  const notify = async (address: string, form = '', method: 'POST' | 'GET' = 'POST') => {
    const { pathname, search } = new URL(address)
    return proxy.app.inject({
      method,
      url: pathname + search,
      headers: {
        host: 'pay.shop.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-dest': 'iframe',
        ...(method === 'POST' && {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://acs.example',
        }),
      },
      ...(method === 'POST' && { payload: form }),
    })
  }
  const debited = (): number => fixture.debits() - debits
  const status = () => stateOf(fixture, orderId, byTrusted)
  return {
    ...proxy,
    calls,
    bindingId,
    card,
    notify,
    pay: () => outcome('pay', card()),
    goOn: async (step: MethodStep) => ask('authenticate', { ...card(), continuation: step.continuation }),
    methodRuns: () => notify(calls[0]!.methodNotificationUrl, 'threeDSMethodData=e30'),
    endChallenge: (form = 'cres=Q1Jlcw') => notify(calls[0]!.challengeNotificationUrl, form),
    status,
    expectUnpaid() {
      expect(proxy.payments).toHaveLength(0)
      expect(debited()).toBe(0)
    },
    async expectPaid() {
      expect(await outcome('outcome')).toMatchObject({ state: 'paid' })
      expect(proxy.payments).toHaveLength(1)
      expect(debited()).toBe(1)
      const { orderStatus, cardAuthInfo } = await status()
      expect(orderStatus).toBe(2)
      const { eci, cavv, xid } = result
      expect(cardAuthInfo!.secureAuthInfo).toMatchObject({ eci: Number(eci), threeDSInfo: { cavv, xid } })
    },
  }
}

export const stepIn = <Step extends MethodStep | ChallengeStep>(outcome: Outcome): Step => {
  if (outcome.state !== 'authenticate') throw new Error(`The order is ${outcome.state}`)
  return outcome.step as Step
}

/** Comes to an open challenge. */
export async function challenged(kind: Kind, then: Answer, options?: Options) {
  const checkout = await openCheckout(kind, [challenge, then], options)
  return { checkout, step: stepIn<ChallengeStep>(await checkout.pay()) }
}
