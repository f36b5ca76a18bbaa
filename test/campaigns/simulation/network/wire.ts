import { NotDelivered } from '#gateway-client/delivery.ts'
import type { Chance } from '../chance.ts'
import type { Fault, Leg } from '../faults.ts'
import { MAX_LATENCY, spared, type FaultPlan, type Strike } from '../fault-plan.ts'
import { garbled } from './garbled.ts'
import type { Answer } from './serve.ts'
import type { Time } from './time.ts'

/** A process or a tab, which may end before an answer arrives. */
export interface Living {
  isAlive: boolean
}

/** A request, and the `work` of its receiver whenever it arrives. */
export interface Exchange {
  readonly leg: Leg
  readonly op: string
  readonly sender: Living
  readonly work: () => Promise<Answer>
  /** How much more probable faults are here than elsewhere on the leg. */
  readonly weight?: number
}

export interface WireOptions {
  readonly time: Time
  readonly faults: FaultPlan
  /** Draws the times of transport. */
  readonly paths: Chance
  readonly note: (line: () => string) => void
}

/** The receiver of the request has ended, and its connections with it. */
export class Gone extends Error {}

const reset = Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' })
const refused = new NotDelivered('connect ECONNREFUSED')

/** Shortest and longest transport without a fault, milliseconds. */
const [SHORT, LONG] = [5, 60]

/** Transports a request and its answer, with the faults of the plan; a sender that has ended receives nothing. */
export function exchange(options: WireOptions, it: Exchange): Promise<Answer> {
  const strike = options.faults.strike(it.leg, it.op, it.weight) ?? spared
  if (strike.name) options.note(() => `  ! ${it.leg} ${it.op}: ${strike.name}`)
  return new Promise((resolve, reject) => new Path(options, it, strike, resolve, reject).go())
}

class Path {
  readonly #options: WireOptions
  readonly #it: Exchange
  readonly #strike: Strike
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: unknown) => void

  constructor(
    options: WireOptions,
    it: Exchange,
    strike: Strike,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#options = options
    this.#it = it
    this.#strike = strike
    this.#resolve = resolve
    this.#reject = reject
  }

  go(): void {
    const { reach, early } = this.#strike
    if (early || reach === 'never') this.#answer(this.#latency(), undefined)
    if (reach === 'never') return
    this.#arrive(reach === 'late' ? this.#strike.chance.between(3000, MAX_LATENCY) : this.#latency(), !early)
    if (reach === 'twice') this.#arrive(this.#strike.chance.between(100, MAX_LATENCY / 2), false)
  }

  #latency(): number {
    return this.#options.paths.between(SHORT, LONG)
  }

  #arrive(ms: number, isReceived: boolean): void {
    this.#options.time.after(ms, () => {
      const answered = (answer: Answer | undefined): void => {
        if (isReceived) this.#answer(this.#latency(), answer)
      }
      this.#it.work().then(answered, (error: unknown) => {
        if (!(error instanceof Gone)) throw error
        if (isReceived) this.#later(this.#latency(), () => this.#reject(reset))
      })
    })
  }

  #answer(ms: number, answer: Answer | undefined): void {
    const { back, chance } = this.#strike
    if (back === 'nothing') return
    const slow = back === 'slow' ? chance.between(5000, MAX_LATENCY) : 0
    this.#later(ms + slow, () => this.#settle(back, answer))
  }

  #settle(back: Fault['back'], answer: Answer | undefined): void {
    if (back === 'refused') this.#reject(refused)
    else if (back === 'reset') this.#reject(reset)
    else if (typeof back === 'number') this.#resolve({ status: back, body: '{"error":"failure"}' })
    else if (back === 'answer' || back === 'slow') this.#resolve(answer!)
    else if (back !== 'nothing') this.#resolve(garbled(back, answer ?? unasked, this.#strike.chance))
  }

  #later(ms: number, act: () => void): void {
    const { sender } = this.#it
    this.#options.time.after(ms, () => {
      if (sender.isAlive) act()
    })
  }
}

/** The answer that a fault changes when there is no real one. */
const unasked: Answer = { status: 200, body: '' }

/** A sender that never ends. */
export const forever: Living = { isAlive: true }

const TIMEOUT = 30_000

/** The answer, unless it takes too long. */
export const withTimeout = ({ time }: WireOptions, answer: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const cancel = time.after(TIMEOUT, () => reject(new TypeError('No answer')))
    answer.then(resolve, reject).finally(cancel)
  })
