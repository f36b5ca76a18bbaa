import type { FollowUp } from '#proxy/webhooks/follow-up.ts'
import type { Lives } from './lives.ts'
import type { Time } from './time.ts'

/** Milliseconds after which a follow-up of a process that has ended runs again. */
const TAKEN_UP = 60_000

/** Orders that are followed, where follow-ups are stored. */
export class FollowUps {
  readonly #ids = new Set<string>()
  readonly #time: Time
  readonly #lives: Pick<Lives, 'some'>
  #isEnded = false

  constructor(time: Time, lives: Pick<Lives, 'some'>) {
    this.#time = time
    this.#lives = lives
  }

  /** Any running process runs it; when that one ends meanwhile, another does a minute later. */
  keep(followUp: FollowUp, ms: number): void {
    this.#ids.add(followUp.id)
    const { cause } = this.#time
    this.#time.cause = undefined
    this.#time.after(ms, () => {
      if (this.#isEnded || !this.#ids.has(followUp.id)) return
      let isRun = false
      const keep = (rest: number | undefined): void => {
        if (isRun) return
        isRun = true
        if (rest === undefined) this.#ids.delete(followUp.id)
        else this.keep(followUp, rest)
      }
      const lifecycle = this.#lives.some()
      if (lifecycle) void lifecycle.follow(followUp).then(keep)
      this.#time.after(TAKEN_UP, () => keep(0))
    })
    // What the caller does next is still its own: another read of the same order may begin with it.
    this.#time.cause = cause
  }

  remove(id: string): void {
    this.#ids.delete(id)
  }

  /** Ends all of them: one that no process can finish would run again for ever. */
  end(): void {
    this.#isEnded = true
  }
}
