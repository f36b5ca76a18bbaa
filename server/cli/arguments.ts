import { parseArgs } from 'node:util'
import { CommandError, type Arguments, type Command } from './command.ts'

/**
 * Parses what was typed after a command's name; throws a {@link CommandError} that names the option and the command's
 * help.
 */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const texts = new Map<string, string>()
  const flags = new Set<string>()
  const operands: string[] = []
  const { own, program } = parted(command, args)
  for (const token of tokensOf(command, own)) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const value = valueOf(command, token)
    if (value === undefined) flags.add(token.name)
    else texts.set(token.name, value)
  }
  refuseOperands(command, operands)
  return {
    text: (option) => texts.get(option) ?? command.options[option]?.standard,
    has: (option) => flags.has(option),
    operands,
    program,
  }
}

/** The arguments before `--` and those after it, where the command runs a program. */
function parted({ runsProgram }: Command, args: readonly string[]) {
  const end = runsProgram ? args.indexOf('--') : -1
  return end === -1 ? { own: args, program: [] } : { own: args.slice(0, end), program: args.slice(end + 1) }
}

/** Whether help is requested; checked before the other arguments are validated. */
export const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h')
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

function tokensOf({ options }: Command, args: readonly string[]): readonly Token[] {
  const known = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  return parseArgs({
    args: [...args],
    options: Object.fromEntries(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens
}

/** The value of an option; undefined where it takes none. */
function valueOf(command: Command, { name, rawName, value, inlineValue }: OptionToken): string | undefined {
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined
  if (!option) throw refused(command, `has no option ${rawName}`)
  if (option.value === undefined && value !== undefined) throw refused(command, `takes no value with ${rawName}`)
  if (option.value === undefined) return undefined
  // A value that looks like an option usually means a forgotten value; `--option=--value` passes it explicitly.
  if (value === undefined || (value.startsWith('--') && !inlineValue))
    throw refused(command, `needs a value with ${rawName}: ${rawName} ${option.value}`)
  return value
}

function refuseOperands(command: Command, operands: readonly string[]): void {
  const extra = operands[command.operand?.split(' ').length ?? 0]
  if (extra !== undefined) throw refused(command, `does not take “${extra}”`)
}

const refused = ({ name }: Command, rule: string): CommandError =>
  new CommandError(`tender ${name} ${rule}. See tender ${name} --help.`)

/** The value of `--shop`; throws a {@link CommandError} where it is no origin. */
export function shopOrigin(text: string | undefined): string | undefined {
  if (
    text === undefined ||
    (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text)
  )
    return text
  throw new CommandError('--shop must be an origin without a path, such as http://localhost:3000.')
}

/** An option's whole number from `least` to `most`; throws a {@link CommandError} with `sentence` otherwise. */
export function wholeNumber(text: string | undefined, least: number, most: number, sentence: string): number {
  const number = /^\d{1,15}$/.test(text ?? '') ? Number(text) : NaN
  if (!(number >= least && number <= most)) throw new CommandError(sentence)
  return number
}
