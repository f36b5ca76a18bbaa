import { asksForHelp, readArguments } from './arguments.ts'
import { CommandError, type Command, type Tools } from './command.ts'
import { commands } from './commands.ts'
import { helpOf, usageOf } from './help.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs the command line; an error is printed on stderr, and the exit code is 1. */
export async function run(args: readonly string[], tools: Tools): Promise<void> {
  try {
    await dispatch(args, tools)
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error)
    process.exitCode = 1
  }
}

async function dispatch([name = '', ...args]: readonly string[], tools: Tools): Promise<void> {
  if (helpNames.has(name)) return console.log(args[0] === undefined ? usageOf(commands) : helpOf(commandOf(args[0])))
  if (versionNames.has(name)) return console.log(versionIn(tools.home))
  const command = commandOf(name)
  if (asksForHelp(args)) return console.log(helpOf(command))
  return command.run(readArguments(command, args), tools)
}

const helpNames: ReadonlySet<string> = new Set(['help', '--help', '-h'])
const versionNames: ReadonlySet<string> = new Set(['--version', '-v'])

function commandOf(name: string): Command {
  const command = commands.find((one) => one.name === name)
  if (command) return command
  const sentence = name === '' ? 'tender needs a command.' : `tender has no command “${name}”.`
  throw new CommandError(`${sentence}\n\n${usageOf(commands)}`)
}

/** The version in the package's own package.json, by its folder. */
const versionIn = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version
