import { openFleet, type Fleet } from './fleet.ts'
import { calledBack, payment } from './payment.ts'
import { beginning, type Rotation, type Step } from './rotations.ts'

export interface Rotated {
  readonly what: string
  readonly payments: number
  /** The failures, a sentence for each payment. */
  readonly failures: readonly string[]
  /** Requests that the gateway refused for their credentials, signature or encryption. */
  readonly refused: number
}

/** The running payments; at each pass, some start and each sends its next request. */
class Traffic {
  readonly failures: string[] = []
  begun = 0
  readonly #under = new Set<AsyncGenerator<void, void>>()
  readonly #fleet: Fleet
  readonly #each: number
  constructor(fleet: Fleet, each: number) {
    this.#fleet = fleet
    this.#each = each
  }
  async pass(): Promise<void> {
    for (let left = this.#each; left > 0; left -= 1) this.#under.add(payment(this.#fleet, `R-${++this.begun}`))
    await this.#go()
  }
  /** Passes until all payments that are running now have ended. */
  async settled(): Promise<void> {
    const before = [...this.#under]
    while (before.some((one) => this.#under.has(one))) await this.pass()
  }
  /** Ends the running payments, without new ones. */
  async ended(): Promise<void> {
    while (this.#under.size) await this.#go()
  }
  async #go(): Promise<void> {
    await Promise.all([...this.#under].map((one) => this.#advance(one)))
  }
  async #advance(one: AsyncGenerator<void, void>): Promise<void> {
    try {
      if ((await one.next()).done) this.#under.delete(one)
    } catch (error) {
      this.#under.delete(one)
      this.failures.push((error as Error).message)
    }
  }
}

/** Requests of a payment: after so many passes, some payments are at each of them when a key changes. */
const STEPS = 7

/** Replaces a secret under load; `each` payments start between any two requests of the others. */
export async function runRotation(rotation: Rotation, steps: readonly Step[], each: number): Promise<Rotated> {
  const { what, from } = rotation
  const fleet = await openFleet({ ...beginning.env, ...from }, beginning.shop, beginning.gate)
  const traffic = new Traffic(fleet, each)
  const pass = () => traffic.pass()
  for (let step = 0; step < STEPS; step += 1) await pass()
  const earlier = [...fleet.gateway.orders.keys()]
  for (const step of steps) {
    await take(step, fleet, traffic)
    await pass()
  }
  await traffic.ended()
  const failures = [...traffic.failures, ...(await refundsLost(fleet, earlier))]
  return { what, payments: traffic.begun, failures, refused: fleet.state.refused }
}

/** Refunds of old orders: the gateway still sends callbacks to the address in their registration. */
async function refundsLost(fleet: Fleet, orderNumbers: readonly string[]): Promise<string[]> {
  const lost: string[] = []
  for (const orderNumber of orderNumbers)
    await calledBack(fleet, orderNumber, 'refunded').catch((error: unknown) => lost.push((error as Error).message))
  return lost
}

async function take(step: Step, fleet: Fleet, traffic: Traffic): Promise<void> {
  const { state, clock } = fleet
  if ('roll' in step) await fleet.roll(step.roll, () => traffic.pass())
  else if ('shop' in step) state.shop = { ...state.shop, ...step.shop }
  else if ('gate' in step) state.gate = { ...state.gate, ...step.gate(state.gate, clock.now()) }
  else if ('after' in step) clock.advance(step.after)
  else await traffic.settled()
}
