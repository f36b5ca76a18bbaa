import { chanceOf, greatest, least, twoThirds, type Chance } from './chance.ts'
import { faultOf, namesOn, none, type Fault, type Leg } from './faults.ts'
import type { Plan } from './plan.ts'
import { START, type Time } from './network/time.ts'

const times = { greatest, 'two thirds': twoThirds } as const

/** A fault that occurred: the leg, the operation, and its count, as the key. */
export interface Struck {
  readonly key: string
  readonly fault: string
  /** In a small scope: its times, of those that it may have; absent, the least. */
  readonly time?: keyof typeof times
}

/** An exchange, or a moment of a process, at which a fault may occur. */
export interface Point {
  readonly leg: Leg
  readonly op: string
  /** The leg, the operation, and its count. */
  readonly key: string
}

/** Milliseconds; no message takes longer than this. A lock lasts longer than that, to outlast every request. */
export const MAX_LATENCY = 40_000

/** A fault with the random values of its times. */
export interface Strike extends Fault {
  readonly name: string
  readonly chance: Chance
}

/** No fault, which draws no random values. */
export const spared: Strike = { ...none, name: '', chance: chanceOf(0) }

interface FaultOptions {
  /** Exactly these faults, instead of random ones. */
  readonly given?: readonly Struck[]
  /** Nothing is drawn, and all points are recorded. */
  readonly isSmall?: boolean
}

/** Chooses the faults: by chance, or exactly the given ones. */
export class FaultPlan {
  readonly struck: Struck[] = []
  /** All points so far, in a small scope. */
  readonly points: Point[] = []
  readonly #plan: Plan
  readonly #time: Time
  readonly #given: ReadonlyMap<string, Struck> | undefined
  readonly #isSmall: boolean
  readonly #chance: Chance
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<Leg, readonly string[]>()

  constructor(plan: Plan, time: Time, { given, isSmall = false }: FaultOptions = {}) {
    this.#plan = plan
    this.#time = time
    this.#given = given && new Map(given.map((one) => [one.key, one]))
    this.#isSmall = isSmall
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
    if (this.isCalm) return undefined
    if (this.#isSmall) this.points.push({ leg, op, key: `${leg} ${op} ${count}` })
    if (this.#given) return this.#strikeGiven(leg, this.#given.get(`${leg} ${op} ${count}`))
    const fault = this.#drawn(leg, weight)
    return fault === undefined ? undefined : this.#strikeGiven(leg, { key: `${leg} ${op} ${count}`, fault })
  }

  #strikeGiven(leg: Leg, struck: Struck | undefined): Strike | undefined {
    if (!struck) return undefined
    this.struck.push(struck)
    const { key, fault, time } = struck
    const drawn = this.#isSmall ? (time ? times[time] : least) : chanceOf(this.#plan.seed, key)
    return { ...faultOf(leg, fault), name: fault, chance: drawn }
  }

  #drawn(leg: Leg, weight: number): string | undefined {
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
