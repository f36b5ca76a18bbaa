import type { ProxyConfig } from '../config/config.ts'
import { ORDER_WINDOW } from '../config/limits.ts'
import { buildFingerprints } from './fingerprints.ts'
import type { Counters } from './counters.ts'
import { orderUsedUp, storeDown } from './too-many.ts'

/** A card as the proxy reads it where the merchant has it opened here. */
interface ClearCard {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: string
}

interface CardCounterOptions {
  readonly counters: Counters
  readonly config: Pick<ProxyConfig, 'limits' | 'signingSecret'>
}

/** Throws `too_many_tries` before one more card of an order is shown to anybody; no card is kept, only a mark of it. */
export async function requireFewCards(
  { counters, config: { limits, signingSecret } }: CardCounterOptions,
  order: string,
  { pan, expiry }: ClearCard,
): Promise<void> {
  if (limits.cards === Infinity) return
  const [key, mark] = [`cards of ${order}`, buildFingerprints(signingSecret).of('card', `${pan} ${expiry}`, order)]
  const count = await counters.add(key, mark, ORDER_WINDOW).catch(storeDown)
  if (count <= limits.cards) return
  await counters.remove(key, mark).catch(() => {}) // an order of so many cards is at its end
  throw orderUsedUp()
}
