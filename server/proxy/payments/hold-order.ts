import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { instantOf } from '#contract/time/instant.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { stepOf, takeCodeBack } from '../orders/codes/follow-code.ts'
import { factsOf } from '../orders/outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { LiveCode } from '../store/code-memory.ts'
import type { LockedOrder, LockedOrderContext } from './locked-order.ts'

export type NewLiveCode = Omit<LiveCode, 'nonce'>

/**
 * Holds the order's lock as long as it may be paid by the code, or on the page, and remembers that; only then may anyone
 * see the address.
 */
export async function holdOrder(
  proxy: LockedOrderContext,
  order: LockedOrder<Outcome>,
  ticket: Ticket,
  code: NewLiveCode,
  payload: string | undefined,
): Promise<Outcome> {
  try {
    const live = await order.hold(code, longestHold(proxy, ticket))
    const step = stepOf(
      proxy,
      payload === undefined ? live : { ...live, payload },
      payload === undefined ? 'accepted' : 'open',
    )
    const outcome: Outcome = { state: 'authenticate', ...factsOf(ticket, code.orderId), step }
    return order.finish({ result: outcome, isDecided: false, orderId: code.orderId })
  } catch (error) {
    // A store that gave no answer may have the code nevertheless, and show it to whoever reads the order next.
    const isDecided = (await takeCodeBack(proxy, code)) === 'ended'
    const result = error instanceof ProxyError ? error : new ProxyError('busy')
    return order.finish({ result, isDecided })
  }
}

/** Milliseconds: the gateway's clock may be behind ours, so that the session may end later than it seems. */
export const longestHold = ({ clock, config }: Pick<ProxyContext, 'clock' | 'config'>, ticket: Ticket): number =>
  sessionEnd({ clock }, ticket) - clock.now() + config.lockTtlMs

/** Seconds of an order's session where its ticket does not say (online gateway 4.1). */
const SESSION = 1200

/** The shortest time for which a code is shown, in milliseconds: the gateway's clock may differ from ours. */
const SHORTEST = 60_000

/** When the session of an order ends that was registered then, or is now, Unix milliseconds. */
export function sessionEnd(
  { clock }: Pick<ProxyContext, 'clock'>,
  { expirationDate, sessionTimeoutSecs = SESSION }: Ticket,
  registeredAt?: number,
): number {
  const now = clock.now()
  const session = now + sessionTimeoutSecs * 1000
  const end =
    expirationDate === undefined
      ? Math.min(session, (registeredAt ?? now) + sessionTimeoutSecs * 1000)
      : instantOf(`${expirationDate}+03:00`)
  return Math.max(now + SHORTEST, end)
}
