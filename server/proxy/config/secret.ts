import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** Text that only `reveal` returns: every way of printing it gives `[secret]`. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return HIDDEN
  }
  toJSON(): string {
    return HIDDEN
  }
  [inspect.custom](): string {
    return HIDDEN
  }
}
