import type { Outcome } from '#contract/checkout.ts'
import { Refused, type FaultCode } from '#contract/faults.ts'
import type { Context } from '../handlers.ts'
import type { Parts } from '../parts.ts'
import { alike, evenly } from './alike.ts'
import type { Challenge } from './challenge.ts'
import { buildCounts } from './counts.ts'
import { buildLeave, type Leave, type Try } from './leave.ts'
import { limitersOf } from './limiters.ts'
import { orderUsedUp, storeDown } from './too-many.ts'

/** What may be done about an order. */
export interface Acts {
  pay(): Outcome | Promise<Outcome>
  /** Reads where it stands. */
  read(): Outcome | Promise<Outcome>
}

/** Keeps those who test cards from the gateway; see {@link Limits}. */
export interface Gate {
  /** The order's form is shown. */
  opened(context: Context): Promise<void>
  /** Lets a try through when it may be made, counts what comes of it, and tells it. Throws `too_many_tries`, `busy`. */
  pass(context: Context, one: Try, acts: Acts): Promise<Outcome>
  /** Counts what somebody reads of an order, and tells it. */
  tell(context: Context, outcome: Outcome): Promise<Outcome>
}

/** Refusals that say that nothing was sent. */
const unsent: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'busy',
  'gateway_unreachable',
  'field_invalid',
  'ticket_invalid',
  'not_found',
  'continuation_refused',
])

export function buildGate(parts: Parts, challenge: Challenge | undefined): Gate {
  const { clock, log, sent } = parts
  const limiters = limitersOf(parts)
  const { tries, haste, declines, ratio } = limiters
  const [giveLeave, counts] = [buildLeave(parts, limiters, challenge), buildCounts(parts, limiters)]

  /** The gateway has answered: what cannot be counted is answered all the same. */
  const quietly = async (work: Promise<void>): Promise<void> =>
    work.catch(() => log.error({ op: 'limits', code: 'busy', state: 'a try could not be counted' }))

  /** Gives the try back to the order unless a payment may have been sent. */
  const mended = async (error: unknown, orderNumber: string, mark: string): Promise<never> => {
    sent.delete(orderNumber)
    if (error instanceof Refused && unsent.has(error.code)) await quietly(tries.forget(orderNumber, mark))
    throw error
  }

  /** `undefined` when the order has had all its tries. */
  async function entered(context: Context, one: Try, mark: string): Promise<Leave | undefined> {
    const { orderNumber } = context.ticket
    const standing = await tries.add(orderNumber, mark)
    if (standing === 'over') return undefined
    const isSecond = one.isSecond && standing === 'known'
    return giveLeave(context, { ...one, isSecond }).catch(async (error: unknown) => {
      if (standing === 'new') await tries.forget(orderNumber, mark)
      throw error
    })
  }

  const isSuspect = async (context: Context): Promise<boolean> =>
    (await declines.isReached(limiters.addressOf(context))) || (await ratio.isReached())

  return {
    opened: ({ ticket }) => quietly(haste.opened(ticket.orderNumber)),
    async pass(context, one, { pay, read }) {
      const begun = clock.now()
      const { orderNumber } = context.ticket
      const mark = limiters.marks.of('sealed', one.sealed, orderNumber)
      const leave = await entered(context, one, mark).catch(orBusy)
      if (!leave) return closed(await read())
      try {
        const outcome = await pay()
        await quietly(counts.tried(context, outcome, mark))
        if (!leave.isSuspect || outcome.state !== 'declined') return outcome
        await evenly(clock, begun)
        return alike(outcome)
      } catch (error) {
        return await mended(error, orderNumber, mark)
      } finally {
        await quietly(leave.leave())
      }
    },
    async tell(context, outcome) {
      await quietly(counts.read(context, outcome))
      if (outcome.state !== 'declined') return outcome
      return (await isSuspect(context).catch(() => true)) ? alike(outcome) : outcome
    },
  }
}

/** An order that is open at the gateway all the same is told of by a refusal. */
function closed(outcome: Outcome): Outcome {
  if (outcome.state === 'open') throw orderUsedUp()
  return outcome
}

function orBusy(error: unknown): never {
  if (error instanceof Refused) throw error
  return storeDown()
}
