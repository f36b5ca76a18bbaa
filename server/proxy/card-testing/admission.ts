import type { Context } from '../handlers.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { isPrivate } from '../config/address.ts'
import { isPassed, type Challenge, type Suspect } from './challenge.ts'
import type { Place } from './declines.ts'
import { isSuspicious, type Limiters } from './limiters.ts'
import { suspected } from './too-many.ts'

/** One try to pay, as the limits see it. */
export interface Try {
  /** What was sealed, which nobody here can read. */
  readonly sealed: string
  /** A new card, of which anybody may have a list; a stored one and a wallet are somebody's own. */
  readonly isNewCard: boolean
  /** It is the second call of a payment. */
  readonly isSecond: boolean
}

/** The leave to make a try. */
export interface Admission extends Place {
  /** The visitor is over a limit, and has passed a challenge. */
  readonly isSuspect: boolean
}

/** Gives leave to make a try, at once or when it may be made; throws `too_many_tries` where a suspect passes no challenge. */
export type Admit = (context: Context, one: Pick<Try, 'isNewCard' | 'isSecond'>) => Promise<Admission>

export function buildAdmission(proxy: ProxyContext, limiters: Limiters, challenge: Challenge | undefined): Admit {
  const { minimumFormTime, declines } = limiters
  return async (context, { isNewCard, isSecond }) => {
    if (!isSecond) await minimumFormTime.over(context.ticket.orderNumber)
    const place = await declines.enter(limiters.bucketsFor(context))
    const isClosed = isNewCard && !isSecond && (await isSuspicious(limiters, context))
    if (place && !isClosed) return { isSuspect: false, release: place.release }
    const suspect = suspectIn(context, place ? 'merchant' : 'address')
    proxy.log.warn({ op: 'limits', order: suspect.orderNumber, code: 'suspect', message: description(suspect) })
    if (await isPassed(proxy, challenge, suspect))
      return { isSuspect: true, release: place?.release ?? (async () => {}) }
    await place?.release()
    throw suspected(await challenge?.workFor?.(suspect))
  }
}

const suspectIn = ({ ticket, visitor }: Context, why: Suspect['why']): Suspect => ({
  why,
  orderNumber: ticket.orderNumber,
  ...(ticket.clientId && { clientId: ticket.clientId }),
  ip: visitor.ip,
  ...(visitor.proof !== undefined && { proof: visitor.proof }),
})

/** One line for whoever reads the log; a shop behind a reverse proxy that it has not named would refuse all its shoppers. */
function description({ why, ip }: Suspect): string {
  if (why === 'merchant') return 'too many of all tries are declined'
  const hint = isPrivate(ip) ? '; a private one: is it a reverse proxy that TENDER_TRUST_PROXY does not name?' : ''
  return `too many declines from one address${hint}`
}
