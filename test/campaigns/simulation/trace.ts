import type { FaultPlan } from './fault-plan.ts'

/** What happens in a scenario, line by line, where it is traced. */
export class Trace {
  readonly lines: string[] = []
  readonly #faults: Pick<FaultPlan, 'seconds'>
  readonly #orderNumber: string
  readonly #isKept: boolean

  constructor(faults: Pick<FaultPlan, 'seconds'>, orderNumber: string, isKept: boolean) {
    this.#faults = faults
    this.#orderNumber = orderNumber
    this.#isKept = isKept
  }

  note(line: () => string): void {
    if (this.#isKept) this.lines.push(`${this.#faults.seconds.toFixed(3).padStart(9)}  ${line()}`)
  }

  /** The order number differs from scenario to scenario; traces show the same one. */
  alias(text: string): string {
    return text.replaceAll(this.#orderNumber, 'S')
  }

  /** The members of an answer that say how it went. */
  short(body: string): string {
    const message = /"(?:state|code|errorCode|orderStatus|error)":"?[\w ]+"?/g
    return this.alias(body.match(message)?.slice(0, 4).join(' ') ?? '')
  }
}
