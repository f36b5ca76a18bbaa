import type { RequestContext } from '../request-context.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { isPrivate } from '../config/client-address.ts'
import { isPassed, type Challenge, type Suspect } from './challenge.ts'
import type { TryPlace } from './declines.ts'
import { isSuspicious, type Limiters } from './limiters.ts'
import { suspected } from './too-many.ts'

/** One try to pay, as the limits check it. */
export interface Try {
  /** The sealed card or wallet token, which is not decrypted here. */
  readonly sealed: string
  /** A new card, which may come from a list of stolen ones; a stored card and a wallet belong to their user. */
  readonly isNewCard: boolean
  /** It is the second call of a payment. */
  readonly isSecond: boolean
}

/** Permission for a try. */
export interface Admission extends TryPlace {
  /** The visitor is over a limit, and has passed a challenge. */
  readonly isSuspect: boolean
}

/**
 * Admits a try, at once or as soon as there is a place; throws `too_many_tries` where a suspect passes no challenge.
 */
export type Admit = (context: RequestContext, one: Pick<Try, 'isNewCard' | 'isSecond'>) => Promise<Admission>

export function buildAdmission(proxy: ProxyContext, limiters: Limiters, challenge: Challenge | undefined): Admit {
  const { minimumFormTime, declines } = limiters
  return async (context, { isNewCard, isSecond }) => {
    const buckets = limiters.bucketsFor(context)
    // The first call was admitted, and counts until the payment is decided: the second one needs no place of its own.
    if (isSecond) return { isSuspect: await declines.isReached(buckets), release: async () => {} }
    const [place, isClosed] = await Promise.all([
      declines.enter(buckets),
      isNewCard && isSuspicious(limiters, context),
      minimumFormTime.over(context.ticket.orderNumber),
    ])
    if (place && !isClosed) return { isSuspect: false, release: place.release }
    const suspect = suspectIn(context, place ? 'merchant' : 'address')
    proxy.log.warn({ op: 'limits', order: suspect.orderNumber, code: 'suspect', message: description(suspect) })
    if (await isPassed(proxy, challenge, suspect))
      return { isSuspect: true, release: place?.release ?? (async () => {}) }
    await place?.release()
    throw suspected(suspect.why, await challenge?.workFor?.(suspect))
  }
}

const suspectIn = ({ ticket, clientInfo }: RequestContext, why: Suspect['why']): Suspect => ({
  why,
  orderNumber: ticket.orderNumber,
  ...(ticket.clientId && { clientId: ticket.clientId }),
  ip: clientInfo.ip,
  ...(clientInfo.proof !== undefined && { proof: clientInfo.proof }),
})

/**
 * One line for the log. It points out a private address: behind an unnamed reverse proxy, all shoppers of a shop would
 * be refused.
 */
function description({ why, ip }: Suspect): string {
  if (why === 'merchant') return 'too many of all tries are declined'
  const hint = isPrivate(ip) ? '; a private one: is it a reverse proxy that TENDER_TRUST_PROXY does not name?' : ''
  return `too many declines from one address${hint}`
}
