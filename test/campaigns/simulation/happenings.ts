import { chanceOf, type Chance } from './chance.ts'
import { faultOf, namesOn, none, type Fault, type Leg } from './faults.ts'
import type { Plan } from './plan.ts'
import { START, type Time } from './network/time.ts'

/** A fault that occurred: the leg, the operation, and its count, as the key. */
export interface Struck {
  readonly key: string
  readonly fault: string
}

/** Milliseconds; no request is under way for longer. A lock lasts longer than that, to outlast every request. */
export const LONGEST_WAY = 40_000

/** A fault with the random values of its times. */
export interface Strike extends Fault {
  readonly name: string
  readonly chance: Chance
}

/** No fault, which draws no random values. */
export const spared: Strike = { ...none, name: '', chance: chanceOf(0) }

/** Chooses the faults: by chance, or exactly the given ones. */
export class FaultPlan {
  readonly struck: Struck[] = []
  readonly #plan: Plan
  readonly #time: Time
  readonly #given: ReadonlyMap<string, string> | undefined
  readonly #chance: Chance
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<Leg, readonly string[]>()

  constructor(plan: Plan, time: Time, given?: readonly Struck[]) {
    this.#plan = plan
    this.#time = time
    this.#given = given && new Map(given.map(({ key, fault }) => [key, fault]))
    this.#chance = chanceOf(plan.seed, 'faults')
  }

  /** Seconds since the scenario's start. */
  get seconds(): number {
    return (this.#time.now - START) / 1000
  }

  get isCalm(): boolean {
    return this.seconds >= this.#plan.calmAt
  }

  /** The fault of this exchange; `weight` multiplies the probability of one. */
  strike(leg: Leg, op: string, weight = 1): Strike | undefined {
    const count = (this.#counts.get(leg + op) ?? 0) + 1
    this.#counts.set(leg + op, count)
    const name = this.#nameFor(leg, op, count, weight)
    if (name === undefined) return undefined
    const key = `${leg} ${op} ${count}`
    this.struck.push({ key, fault: name })
    return { ...faultOf(leg, name), name, chance: chanceOf(this.#plan.seed, key) }
  }

  #nameFor(leg: Leg, op: string, count: number, weight: number): string | undefined {
    if (this.isCalm) return undefined
    if (this.#given) return this.#given.get(`${leg} ${op} ${count}`)
    if (!this.#chance.hits(Math.min(90_000, this.#plan.rates[leg] * weight))) return undefined
    const names = this.#namesOn(leg)
    return names.length ? this.#chance.pick(names) : undefined
  }

  #namesOn(leg: Leg): readonly string[] {
    const there = this.#names.get(leg)
    if (there) return there
    const { gateway, isEnabled } = this.#plan
    const names = namesOn(leg, gateway).filter((name) => isEnabled(leg, name))
    this.#names.set(leg, names)
    return names
  }
}
