import { createHash } from 'node:crypto'
import { faultOf, namesOn, type Leg } from '../faults.ts'
import type { Point, Struck } from '../fault-plan.ts'
import type { Mutant } from '../mutants/variant.ts'
import type { Plan } from '../plan.ts'
import type { Stack, Verdict } from '../stack.ts'
import type { Scope } from './scopes.ts'
import { startsOf, type Start } from './starts.ts'

/** How much of a scope was played. */
export interface ScopeTotals {
  readonly name: string
  /** Orders of the tabs and choices of the processes. */
  readonly starts: number
  readonly played: number
  /** Of them, those that had the same course as another with the same faults before, so that none follows them. */
  readonly equal: number
  /** Not played, since their last fault never differed from another one of that operation. */
  readonly spared: number
  readonly violations: number
  /** CPU time, milliseconds. */
  readonly took: number
}

export interface Exploration {
  readonly mutant?: Mutant
  /** Plays one part of so many. */
  readonly part?: number
  readonly parts?: number
  /** Called for each scenario that broke a rule; `false` ends the exploration. */
  readonly broken?: (verdict: Verdict, start: Start) => Promise<boolean | void>
  /** Called after each scenario. */
  readonly progress?: (soFar: ScopeTotals) => void
}

/** Thrown to end an exploration. */
const ENDED = new Error('The exploration is over')

/** A fault at a point. */
type Choice = Pick<Struck, 'fault' | 'time'>

/** A scenario, and how many of its points are before its last fault, or are it. */
interface Node {
  readonly verdict: Verdict
  readonly given: readonly Struck[]
  readonly from: number
}

/** Plays all scenarios of a scope, or one part of them. */
export async function explore(stack: Stack, scope: Scope, exploration: Exploration = {}): Promise<ScopeTotals> {
  const one = new Explorer(stack, scope, exploration)
  await one.run().catch((error: unknown) => {
    if (error !== ENDED) throw error
  })
  return one.totals
}

class Explorer {
  readonly #stack: Stack
  readonly #scope: Scope
  readonly #options: Exploration
  readonly #sums = { starts: 0, played: 0, equal: 0, spared: 0, violations: 0 }
  readonly #begun = process.cpuUsage()
  /** Whether what is played belongs to this part, and not only prepares it. */
  #isOwn = true

  constructor(stack: Stack, scope: Scope, options: Exploration) {
    this.#stack = stack
    this.#scope = scope
    this.#options = options
  }

  get totals(): ScopeTotals {
    const { user, system } = process.cpuUsage(this.#begun)
    return { name: this.#scope.name, ...this.#sums, took: (user + system) / 1000 }
  }

  async run(): Promise<void> {
    const { part = 0, parts = 1 } = this.#options
    const { faults } = this.#scope
    const starts = await startsOf(this.#stack, this.#scope, this.#options.mutant)
    for (const [at, start] of starts.entries()) {
      // With two faults the parts share each start, and otherwise the starts.
      const isDue = faults === 2 || at % parts === part
      if (!isDue) continue
      this.#isOwn = faults < 2 || part === 0
      if (this.#isOwn) this.#sums.starts += 1
      const root: Node = { verdict: await this.#play(start, []), given: [], from: 0 }
      if (faults === 0) continue
      const { nodes, choicesAt } = await this.#expanded(start, root)
      if (faults === 1) continue
      this.#isOwn = true
      for (const [index, node] of nodes.entries())
        if (index % parts === part) await this.#finished(start, node, choicesAt)
    }
  }

  /** Plays each fault at each point after the last one. Of those with the same course, only the first is continued. */
  async #expanded(start: Start, { verdict, given, from }: Node) {
    const nodes: Node[] = []
    const equals = new Equals()
    for (const [at, point] of verdict.points.entries()) {
      if (at < from) continue
      const courses = new Map<string, string>()
      for (const choice of choicesOf(start.plan, point.leg)) {
        const faults = [...given, { key: point.key, ...choice }]
        const next = await this.#play(start, faults)
        const course = courseOf(next)
        const like = courses.get(course)
        equals.add(point, choice, like ?? nameOf(choice))
        if (like !== undefined) this.#count('equal')
        else {
          courses.set(course, nameOf(choice))
          nodes.push({ verdict: next, given: faults, from: at + 1 })
        }
      }
    }
    return { nodes, choicesAt: (point: Point) => equals.firsts(point) ?? choicesOf(start.plan, point.leg) }
  }

  /** Plays each last fault. */
  async #finished(start: Start, { verdict, given, from }: Node, choicesAt: (point: Point) => readonly Choice[]) {
    for (const point of verdict.points.slice(from)) {
      const choices = choicesAt(point)
      this.#sums.spared += choicesOf(start.plan, point.leg).length - choices.length
      for (const choice of choices) await this.#play(start, [...given, { key: point.key, ...choice }])
    }
  }

  async #play(start: Start, given: readonly Struck[]): Promise<Verdict> {
    const { mutant, broken, progress } = this.#options
    // The last of the most faults is not compared with others.
    const trace = given.length < 2
    const { plan, servedBy } = start
    const verdict = await this.#stack.play(plan, { given, trace, small: { servedBy }, ...(mutant && { mutant }) })
    this.#count('played')
    if (verdict.violations.length) {
      this.#count('violations')
      if ((await broken?.(verdict, start)) === false) throw ENDED
    }
    progress?.(this.totals)
    return verdict
  }

  #count(what: 'played' | 'equal' | 'violations'): void {
    if (this.#isOwn) this.#sums[what] += 1
  }
}

/** Which faults of an operation were equal wherever each of them was the only one. */
class Equals {
  /** By operation and fault, what the fault was equal to, point by point. */
  readonly #by = new Map<string, Map<string, { readonly choice: Choice; readonly like: string[] }>>()

  add({ leg, op }: Point, choice: Choice, like: string): void {
    const faults = this.#by.get(`${leg} ${op}`) ?? new Map<string, { choice: Choice; like: string[] }>()
    this.#by.set(`${leg} ${op}`, faults)
    const known = faults.get(nameOf(choice)) ?? { choice, like: [] }
    faults.set(nameOf(choice), known)
    known.like.push(like)
  }

  /** One fault of each kind; `undefined` for an operation that occurred only after a fault. */
  firsts({ leg, op }: Point): readonly Choice[] | undefined {
    const faults = this.#by.get(`${leg} ${op}`)
    if (!faults) return undefined
    const firsts = new Map<string, Choice>()
    for (const { choice, like } of faults.values()) {
      const kind = like.join()
      if (!firsts.has(kind)) firsts.set(kind, choice)
    }
    return [...firsts.values()]
  }
}

const nameOf = ({ fault, time }: Choice): string => (time ? `${fault}, ${time}` : fault)

const timed: ReadonlySet<unknown> = new Set(['slow', 'truncated', 'foreign'])

/**
 * The faults of a leg; those that have a time, or another value, with its least and its greatest. An answer to a browser
 * may also come after the page has asked again, and before it gives the first request up.
 */
export const choicesOf = ({ gateway, isEnabled }: Plan, leg: Leg): readonly Choice[] =>
  namesOn(leg, gateway)
    .filter((name) => isEnabled(leg, name))
    .flatMap((fault) => timesOf(leg, fault).map((time) => (time ? { fault, time } : { fault })))

const timesOf = (leg: Leg, fault: string): readonly Choice['time'][] =>
  hasTimes(leg, fault)
    ? [
        undefined,
        ...(leg === 'browser' && faultOf(leg, fault).back === 'slow' ? ['two thirds' as const] : []),
        'greatest',
      ]
    : [undefined]

function hasTimes(leg: Leg, name: string): boolean {
  const { reach, back } = faultOf(leg, name)
  return leg === 'process' || reach === 'late' || reach === 'twice' || timed.has(back)
}

/** Identifiers contain the number of the scenario among all that were played. */
const identifier = /\b\d{8}(?=-0000-4000-8000-)/g

/** All events with their times, except for the faults, and the end: what two equal scenarios have in common. */
function courseOf({ trace, stored, screens, excused }: Verdict): string {
  const hash = createHash('sha1')
  for (const line of trace) if (!line.includes('  ! ')) hash.update(line)
  return hash.update(`${stored.replace(identifier, '')} ${screens} ${excused}`).digest('base64')
}
