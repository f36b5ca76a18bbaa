import { variables, type VariableName } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables and collects what is wrong with them. */
export class VariableReader {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  readonly #env: Environment
  constructor(env: Environment) {
    this.#env = env
  }
  /** The variable's text, empty when it is not set. */
  text(name: VariableName): string {
    return this.#env[name]?.trim() ?? ''
  }
  /** The text with its blanks, which a password of another party may begin or end with; without the end of a line. */
  exact(name: VariableName): string {
    return lineOf(this.#env[name] ?? '')
  }
  /** The value that `read` returns for the variable; adds `rule` to the errors where it returns none. */
  take<T>(name: VariableName, rule: string, read: (text: string) => T | undefined): T | undefined {
    const row = variables.find((variable) => variable.name === name)!
    const standard = 'standard' in row ? row.standard : undefined
    const text = this.text(name) || standard
    if (text === undefined) return this.wrong(name, 'is required')
    return read(text) ?? this.wrong(name, rule)
  }
  /** The value that `read` returns for the variable; `undefined` where it is not set, or wrong. */
  takeIfSet<T>(name: VariableName, rule: string, read: (text: string) => T | undefined): T | undefined {
    const text = this.text(name)
    return text ? (read(text) ?? this.wrong(name, rule)) : undefined
  }
  wrong(name: string, rule: string): undefined {
    this.errors.push(`${name} ${rule}.`)
  }
  warn(name: string, rule: string): void {
    this.warnings.push(`${name} ${rule}.`)
  }
}

/** A text without the byte order mark that an editor puts before it, and the line end that follows it. */
const lineOf = (text: string): string => text.replace(/^\uFEFF/, '').split(/[\r\n]/, 1)[0]!

/** A text of at most `max` characters. */
export const shortText = (max: number) => (text: string) => (text.length <= max ? text : undefined)

/** A whole number from `min` to `max`. */
export const number = (min: number, max: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined

/** One of the known words. */
export const oneOf =
  <const T extends string>(known: readonly T[]) =>
  (text: string): T | undefined =>
    known.find((one) => one === text)

/** The items of a list that commas or spaces separate. */
export const list = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
