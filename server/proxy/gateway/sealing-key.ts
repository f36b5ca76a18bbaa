import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock } from '#contract/ports.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { reportBlocked } from './blocked-payments.ts'
import { isOutage, keyIn } from './published-key.ts'

/** Milliseconds for which a key is kept whose expiry the gateway does not say. */
const KEPT = 3_600_000

/** Reads the key that seals cards, for a shopper's order, and caches it until it expires. */
export function buildSealingKey(
  proxy: Pick<ProxyContext, 'gateway' | 'log' | 'paymentMeter'>,
  clock: Clock,
): (order?: string) => Promise<string> {
  let kept: { readonly key: string; readonly until: number } | undefined
  return async (order) => {
    if (kept && clock.now() < kept.until) return kept.key
    const result = await proxy.gateway.sealingKeys({})
    const first = keyIn(result)
    if (first instanceof ProxyError) {
      if (!isOutage(result)) reportBlocked(proxy, 'sealing_key_missing', { op: 'keys.do', order })
      throw first
    }
    kept = { key: first.keyValue, until: first.keyExpiration ?? clock.now() + KEPT }
    return first.keyValue
  }
}
