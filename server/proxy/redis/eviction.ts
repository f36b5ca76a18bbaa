import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import { buildOutages } from '../http/outages.ts'

/** Reads the maxmemory-policy, what Redis does when its memory is full; `undefined` when Redis does not return it. */
export type ReadPolicy = () => Promise<string | undefined>

const SAFE = 'noeviction'

const RULE = `must be ${SAFE}: with an evicted lock an order could be paid twice`

export interface EvictionWatch {
  /** Called at the start: throws an error with a message when locks could be evicted. */
  requireSafePolicy(): Promise<void>
  /** Called later, since the policy can be changed while Redis runs: throws a refusal. */
  check(): Promise<void>
}

/**
 * Checks that Redis evicts no lock. Where Redis cannot be reached at the start, {@link EvictionWatch.check} checks it
 * later.
 */
export function watchEviction(policy: ReadPolicy, { clock, log }: { clock: Clock; log: Log }): EvictionWatch {
  const outages = buildOutages({ clock, log })
  return {
    async requireSafePolicy() {
      const result = await policy().catch(() => SAFE) // an unreachable Redis takes no locks, and `/readyz` reports it
      if (result === undefined)
        log.warn({ op: OP, code: CODE, message: `Redis does not report its maxmemory-policy. It ${RULE}.` })
      else if (result !== SAFE)
        throw new Error(`TENDER_REDIS_URL: the maxmemory-policy of this Redis is ${result}. It ${RULE}.`)
    },
    async check() {
      const result = (await policy()) ?? SAFE
      if (result === SAFE) return outages.worked(OP)
      const sentence = `The maxmemory-policy of Redis is ${result}. It ${RULE}.`
      outages.failed({ op: OP, code: CODE, message: sentence })
      throw new ProxyError(CODE, sentence)
    },
  }
}

const OP = 'maxmemory-policy'

const CODE = 'redis_misconfigured'
