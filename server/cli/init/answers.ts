import type { Environment } from '#proxy/config/config.ts'
import { CommandError, type Arguments } from '../command.ts'
import { answersIn, answersTo, questions, type Answers } from './questions.ts'
import { openTerminal } from './terminal.ts'

/** What the command's options answer, and else the terminal. */
export async function answersOf(
  given: Arguments,
  env: Environment,
  { command, runMethod }: { readonly command: string; readonly runMethod: string | undefined },
): Promise<Answers> {
  const known = { variables: knownIn(given, env), runMethod }
  if (given.has('yes')) return answersIn(known)
  if (!process.stdin.isTTY)
    throw new CommandError(
      `tender ${command} asks on a terminal; without one give --yes with ${options.join(', ')}, and TENDER_GATEWAY_PASSWORD in the environment.`,
    )
  const terminal = openTerminal(process.stdin, process.stdout)
  try {
    return await answersTo(known, terminal.ask, (text) => console.error(text))
  } finally {
    terminal.close()
  }
}

const options = questions.flatMap(({ option }) => (option === undefined ? [] : [`--${option}`]))

/** What the options answer; a password in a command line would be visible to every user of the machine. */
const knownIn = (given: Arguments, env: Environment): Environment =>
  Object.fromEntries(
    questions.flatMap(({ variable, option }) => {
      const text = option === undefined ? env[variable] : given.text(option)
      return text === undefined ? [] : [[variable, text]]
    }),
  )
