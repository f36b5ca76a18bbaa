import type { Clock } from '#contract/ports.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { lineOf, type Log } from '../http/log.ts'

/** A visitor who must pass a challenge, and why. */
export interface Suspect {
  /**
   * `address`: too many declines came from the address; `merchant`: too many of all tries are declined, and the visitor
   * has declines or a new network.
   */
  readonly why: 'address' | 'merchant'
  readonly orderNumber: string
  readonly clientId?: string
  /** Address of the shopper, IPv4 or IPv6. */
  readonly ip: string
  /** Proof of the work that the proxy required, where it requires some. */
  readonly proof?: string
}

/**
 * Whether a suspect may make this one try. The merchant decides how, for example with a CAPTCHA that the page shows
 * after `too_many_tries` and whose answer the merchant's server stores by order. It has 5 seconds; a timeout or an
 * error counts as no.
 */
export type Challenge = ((suspect: Suspect) => Promise<boolean>) & {
  /** The work whose proof passes, sent to the card frame with the refusal. */
  readonly workFor?: (suspect: Suspect) => Promise<string | undefined>
}

const CHALLENGE_TIMEOUT = 5000

/** The challenge's result for a suspect; no answer counts as no. */
export async function isPassed(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  challenge: Challenge | undefined,
  suspect: Suspect,
): Promise<boolean> {
  if (!challenge) return false
  const isSilent = (): boolean => false
  try {
    return (await withTimeout(clock, CHALLENGE_TIMEOUT, async () => challenge(suspect), isSilent)) === true
  } catch (error) {
    log.error({ op: 'challenge', order: suspect.orderNumber, ...lineOf(error) })
    return false
  }
}
