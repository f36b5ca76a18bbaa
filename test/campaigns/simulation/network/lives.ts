import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import type { Happenings } from '../happenings.ts'
import type { Variant } from '../mutants.ts'
import type { Plan } from '../plan.ts'
import type { Life, Processes } from './processes.ts'
import { ask, type Answer, type Asked } from './serve.ts'
import { sharedClaims, type SharedStore } from './shared-store.ts'
import { Gone, type WireParts } from './wire.ts'

export interface LivesParts {
  readonly plan: Plan
  readonly processes: Processes
  readonly store: SharedStore
  readonly happenings: Happenings
  readonly wire: WireParts
  readonly variant: Variant
}

/** Processes that a scenario may use up; the last two are not killed. */
export const MOST_PROCESSES = 9

/** The proxies that are alive, and what becomes of them. */
export class Lives {
  kills = 0
  readonly #parts: LivesParts
  #living: Life[] = []

  constructor(parts: LivesParts) {
    this.#parts = parts
  }

  begin(name: string): void {
    const { plan, processes, happenings, variant } = this.#parts
    const { clockJump, clockStep } = plan
    const isSet = (set: Plan['clockJump']): boolean => set !== undefined && happenings.seconds >= set.at
    const ahead = 1000 * ((isSet(clockJump) ? clockJump!.by : 0) + (isSet(clockStep) ? clockStep!.by : 0))
    const life = processes.begin(name, ahead, (life, clock) => {
      const claims = plan.proxies === 1 ? memoryLocks(clock) : this.#sharedClaims(life)
      return variant.claims?.(claims, clock, life) ?? claims
    })
    this.#living.push(life)
  }

  /** Ends all of them, when the scenario is over. */
  end(): void {
    for (const life of this.#living) life.isAlive = false
    this.#living = []
  }

  /** Sets the clocks of all that are alive. */
  step(seconds: number): void {
    for (const life of this.#living) life.ahead += seconds * 1000
  }

  /** Any that is alive, as a load balancer chooses. */
  any(): Life {
    const { ways } = this.#parts.wire
    if (!this.#living.length) throw new Gone()
    return this.#living[this.#living.length > 1 ? ways.below(this.#living.length) : 0]!
  }

  /** The same, if any is alive. */
  some(): Life | undefined {
    return this.#living.length ? this.any() : undefined
  }

  /** Lets a process answer; rejects with {@link Gone} when it ends before. */
  answer(life: Life, asked: Asked): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const cut = (): void => reject(new Gone())
      life.waiting.add(cut)
      const answered = (answer: Answer): void => {
        life.waiting.delete(cut)
        if (life.isAlive) resolve(answer)
      }
      void ask(life.app, asked).then(answered)
    })
  }

  /** Whether the process ends here; what it had begun hangs for ever, and an empty one takes its place. */
  dies(life: Life, when: string): boolean {
    const { happenings, processes, wire } = this.#parts
    if (!life.isAlive) return true
    if (happenings.isCalm || processes.left <= 2) return false
    const strike = happenings.strike('process', when)
    if (!strike) return false
    this.kills += 1
    wire.note(() => `  ! ${life.name} is killed when it ${when}`)
    life.isAlive = false
    this.#living = this.#living.filter((one) => one !== life)
    for (const cut of life.waiting) cut()
    wire.time.after(strike.chance.between(500, 15_000), () => {
      wire.note(() => `${life.name} is back`)
      this.begin(life.name)
    })
    return true
  }

  #sharedClaims(life: Life): LockStore {
    const { plan, store, happenings, wire } = this.#parts
    const [from, to] = plan.storeDown ?? [0, 0]
    const isDown = (): boolean => happenings.seconds >= from && happenings.seconds < to
    return sharedClaims(store, () => ({ ...wire, isDown, dies: (when: string) => this.dies(life, when) }), life)
  }
}
