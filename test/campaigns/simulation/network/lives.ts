import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import type { FaultPlan } from '../fault-plan.ts'
import type { Variant } from '../mutants/variant.ts'
import type { Plan } from '../plan.ts'
import type { Process, Processes } from './processes.ts'
import { ask, type Answer, type Requested } from './serve.ts'
import { sharedLocks, type SharedStore } from './shared-store.ts'
import { Gone, type WireOptions } from './wire.ts'

export interface LivesOptions {
  readonly plan: Plan
  readonly processes: Processes
  readonly store: SharedStore
  readonly faults: FaultPlan
  readonly wire: WireOptions
  readonly variant: Variant
  /** Which of the running processes serves a request, by the number of the request; drawn when absent. */
  readonly servedBy?: (request: number) => number
  /** Called when a process ends with a memory that no other one has. */
  readonly onForgotten: () => void
}

/** Processes that a scenario may use; the last two are not killed. */
export const MOST_PROCESSES = 9

/** The name of a process, by its number from 0 on. */
export const nameOf = (at: number): string => `proxy ${at + 1}`

/** The running proxies, and their kills. */
export class Lives {
  kills = 0
  requests = 0
  readonly #options: LivesOptions
  #living: Process[] = []

  constructor(options: LivesOptions) {
    this.#options = options
  }

  begin(name: string): void {
    const { plan, processes, faults, variant } = this.#options
    const { clockJump, clockStep } = plan
    const isSet = (set: Plan['clockJump']): boolean => set !== undefined && faults.seconds >= set.at
    const ahead = 1000 * ((isSet(clockJump) ? clockJump!.by : 0) + (isSet(clockStep) ? clockStep!.by : 0))
    const lifecycle = processes.begin(name, ahead, (lifecycle, clock) => {
      const locks = plan.proxies === 1 ? memoryLocks(clock) : this.#sharedLocks(lifecycle)
      return variant.locks?.(locks, clock, lifecycle) ?? locks
    })
    this.#living.push(lifecycle)
  }

  /** Ends all of them, at the end of the scenario. */
  end(): void {
    for (const lifecycle of this.#living) lifecycle.isAlive = false
    this.#living = []
  }

  /** Sets the clocks of all running processes. */
  step(seconds: number): void {
    for (const lifecycle of this.#living) lifecycle.ahead += seconds * 1000
  }

  /** Any running process, as a load balancer chooses. */
  any(): Process {
    const { wire, servedBy } = this.#options
    const { length } = this.#living
    if (!length) throw new Gone()
    this.requests += 1
    if (length === 1) return this.#living[0]!
    if (!servedBy) return this.#living[wire.paths.below(length)]!
    const name = nameOf(servedBy(this.requests - 1))
    return this.#living.find((one) => one.name === name) ?? this.#living[0]!
  }

  /** The same, or `undefined` when none is running. */
  some(): Process | undefined {
    return this.#living.length ? this.any() : undefined
  }

  /** Has a process answer; rejects with {@link Gone} when the process ends before. */
  answer(lifecycle: Process, request: Requested): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const cut = (): void => reject(new Gone())
      lifecycle.waiting.add(cut)
      const answered = (answer: Answer): void => {
        lifecycle.waiting.delete(cut)
        if (lifecycle.isAlive) resolve(answer)
      }
      void ask(lifecycle.app, request).then(answered)
    })
  }

  /**
   * Whether the process is killed here; what it was doing never ends, and a new process replaces it later. The words of
   * `when` draw the time until then: with others, a seed is another scenario.
   */
  dies(lifecycle: Process, when: string): boolean {
    const { faults, onForgotten, plan, processes, wire } = this.#options
    if (!lifecycle.isAlive) return true
    if (faults.isCalm || processes.left <= 2) return false
    const strike = faults.strike('process', when)
    if (!strike) return false
    this.kills += 1
    if (plan.proxies === 1) onForgotten()
    wire.note(() => `  ! ${lifecycle.name} is killed when it ${when}`)
    lifecycle.isAlive = false
    this.#living = this.#living.filter((one) => one !== lifecycle)
    for (const cut of lifecycle.waiting) cut()
    wire.time.after(strike.chance.between(500, 15_000), () => {
      wire.note(() => `${lifecycle.name} is back`)
      this.begin(lifecycle.name)
    })
    return true
  }

  #sharedLocks(lifecycle: Process): LockStore {
    const { plan, store, faults, wire } = this.#options
    const [from, to] = plan.storeDown ?? [0, 0]
    const isDown = (): boolean => faults.seconds >= from && faults.seconds < to
    return sharedLocks(
      store,
      () => ({ ...wire, isDown, dies: (when: string) => this.dies(lifecycle, when) }),
      lifecycle,
    )
  }
}
