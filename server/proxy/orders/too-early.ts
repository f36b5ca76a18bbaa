import { Refused } from '#contract/faults.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Parts } from '../parts.ts'
import { offersFor } from '../payment-methods/offered-wallets.ts'

type Memory = Pick<Parts, 'claims' | 'clock' | 'config'>

/** When the second is over that the ticket's `iat` names: it is rounded down. Milliseconds; `-Infinity` without an `iat`. */
const signedBy = ({ iat = -Infinity }: Ticket): number => (iat + 1) * 1000

/**
 * Whether a process that ended before this one began may have sent a payment that registers the next number by itself.
 * No process sends one before {@link signedBy}, so a later ticket than the memory of claims has been paid by none.
 */
export function mayBeUnderWay(parts: Memory, ticket: Ticket): boolean {
  const { claims, clock, config } = parts
  if (untilFenceIsOver(parts) <= 0 || signedBy(ticket) > clock.now() - claims.remembersFor!()) return false
  return ticket.channel === 'moto' || Object.keys(offersFor(config.walletSettings, config.wallets, ticket)).length > 0
}

/** Milliseconds until no claim can matter that was forgotten. */
const untilFenceIsOver = ({ claims, config }: Memory): number => config.fenceMs - (claims.remembersFor?.() ?? Infinity)

/** Waits for the rest of the second in which the ticket was signed, where claims may be forgotten. */
export async function untilSigned({ claims, clock }: Memory, ticket: Ticket): Promise<void> {
  const rest = signedBy(ticket) - clock.now()
  if (claims.remembersFor && rest > 0 && rest <= 1000) await clock.sleep(rest)
}

/**
 * Throws `too_early` with the seconds to wait, before anything is sent or noted: while {@link mayBeUnderWay}, and while
 * the ticket's `iat` lies ahead of our clock, since the merchant's may be ahead by a minute.
 */
export function requireSendable(parts: Memory, ticket: Ticket): void {
  const { claims, clock } = parts
  const ahead = claims.remembersFor && (ticket.iat ?? 0) * 1000 > clock.now() ? signedBy(ticket) - clock.now() : 0
  const wait = Math.max(ahead, mayBeUnderWay(parts, ticket) ? untilFenceIsOver(parts) : 0)
  if (wait > 0) throw new Refused('too_early', undefined, undefined, Math.ceil(wait / 1000))
}
