import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isClosed, mayTryAgain, numberAt, type OrderAttempt } from '../orders/attempts.ts'
import { withLock } from '../locks/lock-store.ts'
import { factsOf, isRepeatable } from '../orders/outcome.ts'
import { requirePrepared } from '../tickets/methods.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { declineUnpaidAttempt } from './shopper-payment.ts'
import { registerOrder } from '../orders/registration.ts'
import { needsNextNumber } from '../orders/comparison.ts'
import { readForShopper, type OrderReading } from '../orders/read/for-shopper.ts'
import type { ReadingContext } from '../orders/read/facts.ts'

/** How often the attempts are read again because another request registered the number first. */
const ROUNDS = 3

/**
 * Returns the order that a card may be sealed for: the open one, or a new one where the gateway has none or closed it.
 */
export async function prepare(proxy: ReadingContext & Pick<ProxyContext, 'random'>, ticket: Ticket): Promise<Outcome> {
  requirePrepared(ticket)
  for (let round = 0; round < ROUNDS; round++) {
    const reading = await readForShopper(proxy, ticket)
    if (!needsOrder(proxy, reading, ticket)) return reading.outcome
    if (!(await declineOther(proxy, ticket, reading.current))) return { state: 'pending', ...factsOf(ticket) }
    const number = numberAt(ticket.orderNumber, reading.attempts.length)
    const order = await registerOrder(proxy, ticket, number)
    if (order) return { state: 'open', ...factsOf(ticket, order.orderId) }
  }
  throw new ProxyError('order_refused', proxy.config.gateway.token ? UNKNOWN_ID : UNSHOWN)
}

const UNSHOWN = 'The gateway says that it has the order number, and does not show the order.'
const UNKNOWN_ID =
  'The gateway has the order number, and with a token shows the order by its orderId only, which this proxy does not know.'

function needsOrder(
  proxy: Pick<ProxyContext, 'config' | 'signer'>,
  { outcome, current, attempts }: OrderReading,
  ticket: Ticket,
): boolean {
  if (isRepeatable(outcome))
    return (
      !current ||
      (mayTryAgain(proxy, attempts, ticket) &&
        (needsNextNumber(proxy, current, ticket) || isFinished(current, outcome)))
    )
  return false
}

const isFinished = (attempt: OrderAttempt, outcome: Outcome): boolean =>
  isClosed(attempt) && 'again' in outcome && outcome.again

/** Declines an open order with other terms before the next is registered; false when a payment may be in progress. */
async function declineOther(
  proxy: ReadingContext & Pick<ProxyContext, 'random'>,
  { orderNumber }: Ticket,
  current: OrderAttempt | undefined,
): Promise<boolean> {
  if (!current || isClosed(current)) return true
  return (await withLock(proxy, orderNumber, () => declineUnpaidAttempt(proxy, [current]))) !== undefined
}
