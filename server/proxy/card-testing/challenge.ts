import type { Clock } from '#contract/ports.ts'
import { inTime } from '#ports/in-time.ts'
import { lineOf, type Log } from '../http/log.ts'

/** Who is to be asked for more than a card, and why. */
export interface Suspect {
  /** `address`: too many declines came from it; `merchant`: too many of all tries are declined, and it has declines or a new network. */
  readonly why: 'address' | 'merchant'
  readonly orderNumber: string
  readonly clientId?: string
  /** Address of the shopper, IPv4 or IPv6. */
  readonly ip: string
  /** Proof of the work that the proxy asked for, where it asks for some. */
  readonly proof?: string
}

/**
 * Whether a suspect may make this one try, by whatever the merchant asks of people, such as a CAPTCHA that the page shows
 * after `too_many_tries` and whose answer the merchant's server keeps by the order. It has 5 seconds; failing is a no.
 */
export type Challenge = ((suspect: Suspect) => Promise<boolean>) & {
  /** The work whose proof passes, told to the card frame with the refusal. */
  readonly workFor?: (suspect: Suspect) => Promise<string | undefined>
}

const CHALLENGE_TIMEOUT = 5000

/** What the merchant says of a suspect; no word is a no. */
export async function isPassed(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  challenge: Challenge | undefined,
  suspect: Suspect,
): Promise<boolean> {
  if (!challenge) return false
  const isSilent = (): boolean => false
  try {
    return (await inTime(clock, CHALLENGE_TIMEOUT, async () => challenge(suspect), isSilent)) === true
  } catch (error) {
    log.error({ op: 'challenge', order: suspect.orderNumber, ...lineOf(error) })
    return false
  }
}
