import { expect } from 'vitest'
import type { CodeStep, Outcome } from '#contract/checkout.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { press } from '../../../conformance/gateway/bank-app.ts'
import { merchantKey, merchantOf } from './merchant-of.ts'
import { openShop } from './sandbox-shop.ts'

/** An order in roubles, as the Faster Payments System pays it. */
export const roubles = { currency: '643', amount: 1234 } as const

/** A shop whose shoppers may pay by a code, with a bank's app beside it. */
export async function openCodeShop(env: Readonly<Record<string, string>> = {}, options: Partial<ProxyOptions> = {}) {
  const shop = await openShop({ TENDER_SBP: 'on', TENDER_API_KEYS: merchantKey, ...env }, options)
  const { fixture } = shop
  let orders = 0
  return {
    ...shop,
    merchant: merchantOf(shop.app),
    /** A new order of the shop. */
    order(claims: Partial<OrderClaims> = {}) {
      const orderNumber = `C-${(orders += 1)}`
      const ticket = { ...roubles, orderNumber, ...claims }
      const outcome = (path: string, body?: object): Promise<Outcome> => shop.outcome(path, body, ticket)
      return {
        orderNumber,
        ticket,
        code: () => outcome('code', { method: 'sbp' }),
        read: () => outcome('outcome'),
        cancel: () => outcome('cancel', {}),
        prepare: () => outcome('prepare', {}),
        pay: async (orderId: string) => outcome('pay', await shop.cardBody(orderId)),
        async byCard(): Promise<Outcome> {
          const prepared = await outcome('prepare', {})
          return prepared.state === 'open' ? outcome('pay', await shop.cardBody(prepared.orderId!)) : prepared
        },
        inApp: (payload: string, act: 'confirm' | 'wait' | 'decline', bank = 'alder') =>
          press(fixture, payload.replace('gateway.localhost', 'gateway.test'), act, bank),
      }
    },
  }
}

export type CodeShop = Awaited<ReturnType<typeof openCodeShop>>

/** The step of an outcome with a code. */
export function codeStepIn(outcome: Outcome): CodeStep {
  expect(outcome.state).toBe('authenticate')
  const { step } = outcome as Extract<Outcome, { state: 'authenticate' }>
  expect(step.kind).toBe('code')
  return step as CodeStep
}

/** The address that a code holds. */
export const payloadIn = (outcome: Outcome): string => codeStepIn(outcome).payload!
