import type { ProxyConfig } from '../config/config.ts'
import { ORDER_WINDOW } from '../config/limits.ts'
import { buildFingerprints } from './fingerprints.ts'
import type { Counters } from './counters.ts'
import { orderUsedUp, storeDown } from './too-many.ts'

/** A card in the clear, where the proxy decrypts it for the merchant's own 3-D Secure server. */
interface ClearCard {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: string
}

interface CardCounterOptions {
  readonly counters: Counters
  readonly config: Pick<ProxyConfig, 'limits' | 'signingSecret'>
}

/**
 * Throws `too_many_tries` if this card is one too many for the order, before it is sent to anyone; only a fingerprint
 * of the card is stored.
 */
export async function requireFewCards(
  { counters, config: { limits, signingSecret } }: CardCounterOptions,
  order: string,
  { pan, expiry }: ClearCard,
): Promise<void> {
  if (limits.cards === Infinity) return
  const [key, mark] = [`cards of ${order}`, buildFingerprints(signingSecret).of('card', `${pan} ${expiry}`, order)]
  const count = await counters.add(key, mark, ORDER_WINDOW).catch(storeDown)
  if (count <= limits.cards) return
  await counters.remove(key, mark).catch(() => {}) // the order accepts no more cards anyway
  throw orderUsedUp()
}
