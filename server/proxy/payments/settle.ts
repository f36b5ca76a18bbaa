import type { Told } from '#gateway-client/meaning.ts'
import { isOpen, isUndecided, readLink, type Link } from '../orders/chain.ts'
import { isUnusable } from '../gateway/gateway-fault.ts'
import type { Parts } from '../parts.ts'

/** What the answer to a payment leaves of it, until the order's status is read. */
export type Verdict = 'unknown' | 'refused' | 'refused as it is'

/** How a payment ended that was sent. */
export type Settled =
  /** The order's status says it. */
  | { readonly kind: 'decided'; readonly link: Link }
  /** The gateway refused it, and the order is open as before, or not there at all. */
  | { readonly kind: 'refused'; readonly link: Link | undefined }
  /** It may still become a charge. */
  | { readonly kind: 'undecided'; readonly link: Link | undefined }

/** Of an order that is in no state to be paid, or of the gateway's own trouble (family). */
const NOT_AS_IT_IS = 7

/** The verdict of the gateway's answer. */
export function verdictOf(told: Told<unknown>): Verdict {
  if (told.kind === 'refused') return told.errorCode === NOT_AS_IT_IS ? 'refused as it is' : 'refused'
  return told.kind === 'answered' && errorIn(told.answer) !== undefined ? 'refused' : 'unknown'
}

/** A refusal may travel in `error` beside an errorCode of 0. */
export function errorIn(answer: unknown): string | undefined {
  const { error } = Object(answer) as { readonly error?: unknown }
  return typeof error === 'string' ? error : undefined
}

/** Pauses between reads of the status while it is undecided, in milliseconds. */
const pauses = [500, 1500]

/**
 * Reads what became of a payment. Once the gateway has refused it, an order that is still open, or not there at all, has
 * not been paid; unless an order that is there was refused as it is: then another payment of it may be under way, whose
 * lock the store lost. Anything else stays undecided.
 */
export async function settle(
  parts: Parts,
  { number, before }: { readonly number: string; readonly before?: Link | undefined },
  verdict: Verdict,
): Promise<Settled> {
  let last = before
  for (const pause of [...pauses, undefined]) {
    const { link, isRead } = await readAgain(parts, number)
    last = link ?? last
    const isRefused = link ? verdict === 'refused' : verdict !== 'unknown'
    if (link && (isRefused ? !isOpen(link) : !isUndecided(link))) return { kind: 'decided', link }
    if (isRead && isRefused) return { kind: 'refused', link }
    if (pause !== undefined) await parts.clock.sleep(pause)
  }
  return { kind: 'undecided', link: last }
}

/** Not read only where the gateway did not answer; an answer about another order stays an alarm. */
async function readAgain(
  parts: Parts,
  number: string,
): Promise<{ readonly link: Link | undefined; readonly isRead: boolean }> {
  try {
    return { link: await readLink(parts, number), isRead: true }
  } catch (error) {
    if (isUnusable(error)) return { link: undefined, isRead: false }
    throw error
  }
}
