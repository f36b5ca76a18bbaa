import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { mayBePaid } from '#contract/outcome.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isHeld, take } from '../locks/lock-store.ts'
import { factsOf, pendingNext } from './outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { beginningOf, withdrawalOf, type IdentifiedRequest } from '../locks/idempotency.ts'
import { earlierProcessMayHavePaid, mayForgetWithdrawal } from './lost-locks.ts'
import { readForShopper } from './read/for-shopper.ts'
import type { ReadingContext } from './read/facts.ts'

/**
 * Withdraws a request for payment whose answer was lost, unless it has begun, and returns the order's outcome, which a
 * withdrawn request can no longer change. While a process that has ended may have begun it, and while the withdrawal may
 * be forgotten, the outcome is pending.
 */
export async function withdraw(
  proxy: ReadingContext & Pick<ProxyContext, 'random' | 'clock'>,
  ticket: Ticket,
  requestId: string,
): Promise<Outcome> {
  const state = await stateInTheEnd(proxy, { orderNumber: ticket.orderNumber, requestId })
  const { outcome } = await readForShopper(proxy, ticket)
  if (mayBePaid(outcome.state) && mayBeSent[state](proxy, ticket)) return pendingNext(ticket)
  // The request was not carried out, so the outcome of the attempt before it is not its own.
  return state === 'withdrawn' && 'again' in outcome && outcome.again ? { state: 'open', ...factsOf(ticket) } : outcome
}

/** What may have happened to a request; one that has begun holds the order's lock until it has ended. */
type RequestState = 'begun' | 'withdrawn' | 'unknown'

/**
 * Whether a request in that state may be under way, or may still be sent. One that has begun here may be a copy, refused
 * before anything was sent, of one that a process that has ended had sent.
 */
const mayBeSent: Readonly<
  Record<RequestState, (proxy: Parameters<typeof mayForgetWithdrawal>[0], ticket: Ticket) => boolean>
> = {
  begun: earlierProcessMayHavePaid,
  withdrawn: mayForgetWithdrawal,
  unknown: () => true,
}

/** Milliseconds before each time that a store is asked again; a client waits for 30 s. */
const pauses = [250, 500, 1000, 2000, 4000, 8000]

/** A page that was left asks only once, and does not receive that the store has failed: it is asked again. */
async function stateInTheEnd(
  proxy: Pick<ProxyContext, 'locks' | 'config' | 'random' | 'clock'>,
  request: IdentifiedRequest,
): Promise<RequestState> {
  for (const pause of pauses) {
    const state = await stateOf(proxy, request).catch(unlessBusy)
    if (state) return state
    await proxy.clock.sleep(pause)
  }
  return stateOf(proxy, request)
}

function unlessBusy(error: unknown): undefined {
  if (!(error instanceof ProxyError) || error.code !== 'busy') throw error
}

/** A request is withdrawn also where another process may have begun it: it may as well arrive here, and late. */
async function stateOf(
  proxy: Pick<ProxyContext, 'locks' | 'config' | 'random'>,
  request: IdentifiedRequest,
): Promise<RequestState> {
  const { locks, config, random } = proxy
  const withdrawal = withdrawalOf(request)
  if (!(await isHeld(proxy, withdrawal))) {
    if (!(await take(proxy, beginningOf(request), random.uuid()))) return 'begun'
    await take(proxy, withdrawal, random.uuid())
  }
  return (locks.remembersFor?.() ?? Infinity) < config.lockTtlMs ? 'unknown' : 'withdrawn'
}
