import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { isFinal } from '#contract/outcome.ts'
import type { NoteSent } from '../payments/conclude-for-shopper.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Challenge } from './challenge.ts'
import { buildCounts } from './counts.ts'
import { buildAdmission, type Admission, type Try } from './admission.ts'
import { isSuspicious, limitersOf } from './limiters.ts'
import { orderUsedUp, storeDown } from './too-many.ts'
import type { Clock } from '#contract/ports.ts'

/** What a try does with its order. */
export interface PaymentActions {
  pay(noteSent: NoteSent): Promise<Outcome>
  /** Reads the order's outcome. */
  read(): Outcome | Promise<Outcome>
}

/** Keeps card testers from the gateway; see {@link Limits}. */
export interface Gate {
  /** Called when the order's form is shown. */
  opened(context: RequestContext): Promise<void>
  /** Admits a try, counts its outcome and returns it. Throws `too_many_tries`, `busy`. */
  pass(context: RequestContext, one: Try, actions: PaymentActions): Promise<Outcome>
  /** Counts a code that was requested among the tries of its order, and its outcome. Throws `too_many_tries`, `busy`. */
  code(context: RequestContext, actions: PaymentActions): Promise<Outcome>
  /** Counts an outcome that was read, and returns it, without the reason of a decline for a suspect. */
  record(context: RequestContext, outcome: Outcome): Outcome | Promise<Outcome>
}

interface Entered {
  readonly admission: Admission
  /** Counts the try if it was sent, and returns it to the order otherwise. */
  readonly ended: (wasSent: boolean) => Promise<void>
}

export function buildGate(proxy: ProxyContext, challenge: Challenge | undefined): Gate {
  const { clock, log, random } = proxy
  const limiters = limitersOf(proxy)
  const { tries, minimumFormTime, declines } = limiters
  const [admit, counts] = [buildAdmission(proxy, limiters, challenge), buildCounts(proxy, limiters)]

  /** The gateway has answered, so a failure to count is only logged. */
  const quietly = async (...work: readonly Promise<void>[]): Promise<void> => {
    const results = await Promise.allSettled(work)
    if (results.some(({ status }) => status === 'rejected'))
      log.warn({ op: 'limits', code: 'busy', message: 'a try could not be counted' })
  }

  /** `undefined` when the order has no tries left. */
  async function entered(context: RequestContext, one: Try, mark: string): Promise<Entered | undefined> {
    const { orderNumber } = context.ticket
    const submit = random.uuid()
    const entry = await tries.enter(orderNumber, mark, submit)
    if (entry === 'over') return undefined
    const isSecond = one.isSecond && entry === 'known'
    const ended = (wasSent: boolean): Promise<void> => tries.release(orderNumber, mark, submit, wasSent)
    const admission = await admit(context, { ...one, isSecond }).catch(async (error: unknown) => {
      await ended(false)
      throw error
    })
    return { admission, ended }
  }

  const isSuspect = async (context: RequestContext): Promise<boolean> =>
    (await declines.isReached(limiters.bucketsFor(context))) || (await isSuspicious(limiters, context))

  async function recorded(context: RequestContext, outcome: Outcome): Promise<Outcome> {
    await quietly(counts.read(context, outcome))
    if (outcome.state !== 'declined') return outcome
    return (await isSuspect(context).catch(() => true)) ? uniformDecline(outcome) : outcome
  }

  const record: Gate['record'] = (context, outcome) => (isFinal(outcome.state) ? recorded(context, outcome) : outcome)

  return {
    opened: ({ ticket }) => quietly(minimumFormTime.opened(ticket.orderNumber)),
    async pass(context, one, { pay, read }) {
      const begun = clock.now()
      const { orderNumber } = context.ticket
      const mark = limiters.fingerprints.of('sealed', one.sealed, orderNumber)
      await quietly(counts.overdue())
      const inside = await entered(context, one, mark).catch(orBusy)
      if (!inside) return requireTriesLeft(await read())
      const { admission, ended } = inside
      let wasSent = false
      const outcome = await pay(() => (wasSent = true)).catch(async (error: unknown) => {
        await quietly(ended(wasSent), admission.release())
        throw error
      })
      const isUniform = admission.isSuspect && outcome.state === 'declined'
      // The place is released with the counting, so that no other try begins between the two.
      await quietly(
        ended(wasSent),
        wasSent ? counts.tried(context, outcome, mark) : counts.read(context, outcome),
        ...(isUniform ? [] : [admission.release()]),
      )
      if (!isUniform) return outcome
      await evenly(clock, begun).finally(() => quietly(admission.release()))
      return uniformDecline(outcome)
    },
    async code(context, { pay, read }) {
      const { orderNumber } = context.ticket
      const [mark, submit] = [random.uuid(), random.uuid()]
      if ((await tries.enter(orderNumber, mark, submit).catch(orBusy)) === 'over') return requireTriesLeft(await read())
      let wasSent = false
      const outcome = await pay(() => (wasSent = true)).finally(() =>
        quietly(tries.release(orderNumber, mark, submit, wasSent)),
      )
      return record(context, outcome)
    },
    record,
  }
}

/** Throws where an order without tries left is still open at the gateway; another outcome is shown. */
function requireTriesLeft(outcome: Outcome): Outcome {
  if (outcome.state === 'open') throw orderUsedUp()
  return outcome
}

function orBusy(error: unknown): never {
  if (error instanceof ProxyError) throw error
  return storeDown()
}

/** A decline without information about the card: all of them look the same. */
function uniformDecline(outcome: Outcome): Outcome {
  if (outcome.state !== 'declined') return outcome
  const { code: _, kind: __, ...outcomes } = outcome
  return { ...outcomes, reason: outcome.again ? 'bank_declined' : 'attempts_used_up' }
}

/** Milliseconds; a decline is returned after a multiple of them, so that its timing reveals nothing either. */
const STEP = 3000

/** Waits until the next step since `begun`, Unix milliseconds. */
const evenly = ({ now, sleep }: Clock, begun: number): Promise<void> => sleep(STEP - ((now() - begun) % STEP))
