import type { Outcome } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'

/** Milliseconds after which no request that was sent before can begin a payment; the proxy's locks last 75 s by default. */
const LATEST_BEGIN = 90_000

/**
 * Reads the order of a form that has been open for so long: a request of the page before a reload, whose withdrawal was
 * lost, or one of another tab may have paid it since. `undefined` where the form is not open any more.
 */
export async function readLater(
  clock: Pick<Clock, 'sleep'>,
  read: () => Promise<Outcome>,
  isOpen: () => boolean,
): Promise<Outcome | undefined> {
  for (;;) {
    await clock.sleep(LATEST_BEGIN)
    if (!isOpen()) return undefined
    const outcome = await read().catch(() => undefined)
    if (outcome && outcome.state !== 'pending') return outcome
  }
}
