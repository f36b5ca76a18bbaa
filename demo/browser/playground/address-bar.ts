import type { Clock } from '#contract/ports.ts'
import { queryOf, type Settings } from './settings.ts'

/** Milliseconds without a change, after which the address is written. */
const PAUSE = 400
/** Milliseconds after which an address that the browser did not take is written again. */
const RETRY_PAUSE = 30_000

/**
 * The address of a page that carries its settings. It is written once they rest, since a slider changes them many times
 * a second: Safari takes a hundred addresses in half a minute, and then throws.
 */
export class AddressBar {
  readonly #page: Pick<Window, 'history' | 'location'>
  readonly #clock: Pick<Clock, 'sleep'>
  #query = ''
  #version = 0

  constructor(page: Pick<Window, 'history' | 'location'>, clock: Pick<Clock, 'sleep'>) {
    this.#page = page
    this.#clock = clock
  }

  /** The address of the settings, also before it is written. */
  get href(): string {
    const { origin, pathname, hash } = this.#page.location
    return `${origin}${pathname}${this.#query && `?${this.#query}`}${hash}`
  }

  show(settings: Settings): void {
    this.#query = queryOf(settings).toString()
    void this.#write((this.#version += 1))
  }

  async #write(version: number): Promise<void> {
    const { history, location } = this.#page
    for (const pause of [PAUSE, RETRY_PAUSE]) {
      await this.#clock.sleep(pause)
      if (version !== this.#version || this.href === location.href) return
      try {
        return history.replaceState(history.state, '', this.href)
      } catch {
        // The page works without it.
      }
    }
  }
}
