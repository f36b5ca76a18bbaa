import type { Command, Option } from './command.ts'

/** `--port N`, as it is typed. */
export const spelled = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** What an option is, with its value where it is not given. */
export function described({ what, standard, isRequired }: Option): string {
  if (isRequired) return `${what}; required`
  return standard === undefined ? what : `${what}; ${standard} when absent`
}

/** What all commands are, for `tender --help` and for whoever names none. */
export const usageOf = (commands: readonly Command[]): string =>
  [
    'Usage: tender <command> [options]',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'tender <command> --help  shows the options of a command',
    'tender --version         prints the version',
  ].join('\n')

/** A command with what it takes, as it is typed. */
export function typed({ name, options, operand }: Command): string {
  const shown = Object.entries(options).map(([name, option]) =>
    option.isRequired ? spelled(name, option) : `[${spelled(name, option)}]`,
  )
  return ['tender', name, ...shown, ...(operand === undefined ? [] : [operand])].join(' ')
}

/** What one command is and takes. */
export function helpOf(command: Command): string {
  const { name, summary, options, notes = [] } = command
  const rows = Object.entries(options).map(([name, option]) => [spelled(name, option), described(option)] as const)
  return [
    `Usage: ${typed(command)}`,
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
