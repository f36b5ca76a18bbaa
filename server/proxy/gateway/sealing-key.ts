import type { Clock } from '#contract/ports.ts'
import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import { unusable } from './gateway-fault.ts'

/** Reads the key that seals cards, and caches it until it expires. */
export function buildSealingKey(gateway: GatewayClient, clock: Clock): () => Promise<string> {
  let kept: { readonly key: string; readonly until: number } | undefined
  return async () => {
    if (kept && clock.now() < kept.until) return kept.key
    const result = await gateway.sealingKeys({})
    const first = result.kind === 'answered' ? result.answer.keys[0] : undefined
    if (!first) throw unusable(result)
    kept = { key: first.keyValue, until: first.keyExpiration }
    return first.keyValue
  }
}
