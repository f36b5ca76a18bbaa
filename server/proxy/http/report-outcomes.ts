import type { FastifyRequest } from 'fastify'
import type { Outcome } from '#contract/checkout.ts'
import type { merchantApi } from '#server-contract/merchant/merchant.ts'
import type { Answer } from '#contract/operation.ts'
import { stateOf } from '#contract/outcome.ts'
import type { ticketedApi } from '../checkout-operations.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Observer } from './observe.ts'

/** Reads an order in the background, and notifies the merchant of its state. */
interface OutcomeWatcher {
  afterOutcome(outcome: Outcome): void
}

type Reporting = Pick<ProxyContext, 'paymentMeter'>
/** An answer to the card frame. */
export type ShopperAnswer = Answer<(typeof ticketedApi)[keyof typeof ticketedApi]>
type MerchantAnswer = Answer<(typeof merchantApi)[keyof typeof merchantApi]>

/** Reports the outcome in each answer to a shopper, once: to the request's log line, the metrics and the webhooks. */
export const reportOutcomes =
  ({ paymentMeter }: Reporting, observer: Observer, watcher: OutcomeWatcher | undefined) =>
  (request: FastifyRequest, answer: ShopperAnswer): void => {
    const outcome = 'outcome' in answer ? answer.outcome : 'state' in answer ? answer : undefined
    if (!outcome) return
    const { orderId } = outcome
    const state = stateOf(outcome)
    observer.note(request, { state })
    if (orderId !== undefined) paymentMeter?.read(orderId, state)
    // An outcome is a hint too, so that nothing depends on callbacks alone; the answer to a HEAD request contains none.
    if (request.method !== 'HEAD') watcher?.afterOutcome(outcome)
  }

/** Reports the order in each answer to the merchant's server, once: to the request's log line and the metrics. */
export const reportOrders =
  ({ paymentMeter }: Reporting, observer: Observer) =>
  (request: FastifyRequest, answer: MerchantAnswer): void => {
    if (!('current' in answer)) return
    observer.note(request, { state: answer.state })
    paymentMeter?.read(answer.current.orderId, answer.current.state)
  }
