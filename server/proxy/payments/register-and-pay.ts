import type { Outcome } from '#contract/checkout.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { isClosed, mayTryAgain, numberAt, readAttempt, type OrderAttempt } from '../orders/attempts.ts'
import { pendingNext } from '../orders/outcome.ts'
import { requireSendable, untilSigned } from '../orders/too-early.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Sent } from './shopper-settlement.ts'
import { payAsShopper, type ShopperPayment } from './shopper-payment.ts'
import type { PaymentAnswer } from './steps.ts'

/** The data that a payment is sent with. */
export interface Sending extends Pick<Sent, 'number' | 'methodNonce'> {
  /** The attempt of a second call, and its 3-D Secure transaction. */
  readonly orderId?: string
  readonly transaction?: string
}

/** A gateway request that registers an order and pays it at once. */
export interface RegisteringPayment extends Pick<
  ShopperPayment,
  'op' | 'method' | 'requestId' | 'hasCallback' | 'noteSent' | 'locale'
> {
  /** Checks what can be checked before anything changes, and returns the function that sends; throws a refusal. */
  prepare(): Promise<(sending: Sending) => Promise<GatewayResult<PaymentAnswer>>>
}

/**
 * Pays the order by a request that registers its own number, the order's next one. An order that was prepared and not
 * paid is declined first. Throws `too_early` while an earlier process may have sent such a request.
 */
export async function registerAndPay(
  proxy: ProxyContext,
  ticket: Ticket,
  method: RegisteringPayment,
): Promise<Outcome> {
  await untilSigned(proxy, ticket)
  return payAsShopper(proxy, ticket, {
    ...method,
    registers: true,
    mayPay: ({ outcome, attempts }) => isRepeatable(outcome) && mayTryAgain(proxy, attempts, ticket),
    async prepare({ attempts }) {
      requireSendable(proxy, ticket)
      const send = await method.prepare()
      const earlier = await closed(proxy, attempts)
      if (!earlier) return pendingNext(ticket)
      const number = numberAt(ticket.orderNumber, attempts.length)
      return { number, earlier, transaction: undefined, send: (methodNonce) => send({ number, methodNonce }) }
    },
  })
}

/** Whether the order may be paid, for the first time or again. */
export const isRepeatable = (outcome: Outcome): boolean =>
  outcome.state === 'open' || ('again' in outcome && outcome.again)

/** Declines the last attempt if it is open, and returns all attempts; `undefined` when a payment may be in progress. */
export async function closed(
  proxy: ProxyContext,
  attempts: readonly OrderAttempt[],
): Promise<readonly OrderAttempt[] | undefined> {
  const last = attempts.at(-1)
  if (!last || isClosed(last)) return attempts
  await proxy.gateway.decline({ orderId: last.orderId })
  const after = await readAttempt(proxy, last.number)
  return after && isClosed(after) ? [...attempts.slice(0, -1), after] : undefined
}
