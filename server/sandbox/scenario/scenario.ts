import * as z from 'zod/mini'

/** Troubles that a person or a test may switch on; each is a rule of the sandbox, the same for every order. */
export const Scenario = z.strictObject({
  /** `refused`: the access server's challenge page forbids being framed. */
  framing: z.enum(['allowed', 'refused']),
  /** `silent`: the method page loads and never notifies. */
  methodPage: z.enum(['answers', 'silent']),
  /** Milliseconds that the gateway waits before it works on a payment. */
  gatewayDelay: z.int().check(z.minimum(0), z.maximum(120_000)),
  /** What becomes of a payment's answer on the wire: dropped before the gateway reads it, or after it has worked. */
  paymentAnswer: z.enum(['sent', 'lost-before', 'lost-after', 'error-500', 'malformed']),
  /** What becomes of the gateway's callbacks; `reordered`: of two about the same, the later comes first. */
  callbacks: z.enum(['sent', 'never', 'duplicated', 'reordered']),
})
export type Scenario = z.infer<typeof Scenario>

/** Everything works. */
export const calm: Scenario = {
  framing: 'allowed',
  methodPage: 'answers',
  gatewayDelay: 0,
  paymentAnswer: 'sent',
  callbacks: 'sent',
}

/** The switches as all sandbox rooms see them: read at each use, set by the console. */
export interface Switches {
  read(): Scenario
  set(change: Partial<Scenario>): void
}

export function buildSwitches(): Switches {
  let scenario = calm
  return {
    read: () => scenario,
    set: (change) => {
      scenario = { ...scenario, ...change }
    },
  }
}
