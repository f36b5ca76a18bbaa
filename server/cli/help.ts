import type { Command, Option } from './command.ts'

/** The option as it is typed, such as `--port N`. */
export const spelled = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** What an option does, with its default value. */
export function described({ what, standard, isRequired }: Option): string {
  if (isRequired) return `${what}; required`
  return standard === undefined ? what : `${what}; ${standard} when absent`
}

/** Summary of all commands, printed by `tender --help` and when no command is given. */
export const usageOf = (commands: readonly Command[]): string =>
  [
    'Usage: tender <command> [options]',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'tender <command> --help  shows the options of a command',
    'tender --version         prints the version',
  ].join('\n')

/** Usage line of a command with its options and operand. */
export function commandUsage({ name, options, operand, isOperandOptional, runsProgram }: Command): string {
  const shown = Object.entries(options).map(([name, option]) =>
    option.isRequired ? spelled(name, option) : `[${spelled(name, option)}]`,
  )
  const operands = operand === undefined ? [] : [isOperandOptional ? `[${operand}]` : operand]
  const rest = [...operands, ...(runsProgram ? ['[-- PROGRAM …]'] : [])]
  return ['tender', name, ...shown, ...rest].join(' ')
}

export function helpOf(command: Command): string {
  const { name, summary, options, notes = [] } = command
  const rows = Object.entries(options).map(([name, option]) => [spelled(name, option), described(option)] as const)
  return [
    `Usage: ${commandUsage(command)}`,
    '',
    `tender ${name} ${summary}.`,
    ...(rows.length ? ['', ...columns(rows)] : []),
    ...(notes.length ? ['', ...notes] : []),
  ].join('\n')
}

function columns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
