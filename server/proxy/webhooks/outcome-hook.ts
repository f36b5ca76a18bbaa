import type { FastifyInstance } from 'fastify'
import type { Outcome } from '#contract/checkout.ts'
import type { OrderWatcher } from './order-watcher.ts'

/**
 * Treats outcomes sent to shoppers as hints too, so that nothing depends on callbacks alone; no answer waits for it.
 */
export function addOutcomeHook(app: FastifyInstance, watcher: OrderWatcher): void {
  app.addHook('preSerialization', ({ method }, _, payload, next) => {
    // The answer to a HEAD request contains no outcome.
    const outcome = method === 'HEAD' ? undefined : outcomeIn(payload)
    if (outcome) watcher.afterOutcome(outcome)
    next(null, payload)
  })
}

/** The answer itself, or the outcome in a checkout. */
function outcomeIn(payload: unknown): Outcome | undefined {
  const { state, outcome } = Object(payload) as { state?: unknown; outcome?: Outcome }
  return state === undefined ? outcome : (payload as Outcome)
}
