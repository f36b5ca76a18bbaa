import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { asCommandError, CommandError } from './command.ts'

/** The file that `tender init` writes when no other is named. */
export const SETTINGS_FILE = '.env.tender'

export interface Settings {
  readonly env: NodeJS.ProcessEnv
  /** Where the variables come from, when it is not the environment itself. */
  readonly file?: string
}

/** The names of the proxy's variables that are set. */
export const variablesIn = (env: Readonly<NodeJS.ProcessEnv>): readonly string[] =>
  Object.keys(env).filter((name) => name.startsWith('TENDER_') && env[name] && !internal.has(name))

/** Names in the environment of the proxy's own processes. */
const internal: ReadonlySet<string> = new Set(['TENDER_PRIMARY'])

/**
 * The environment; where none of the proxy's variables is set in it, with those of `.env.tender` in the folder. Where
 * there is no such file either, a {@link CommandError} says what to do.
 */
export function settingsOf(env: NodeJS.ProcessEnv, folder = process.cwd()): Settings {
  if (variablesIn(env).length) return { env }
  const text = textOf(join(folder, SETTINGS_FILE))
  if (text === undefined) throw new CommandError(NONE)
  return { env: { ...parseEnv(text), ...env }, file: SETTINGS_FILE }
}

const NONE = `No TENDER_… variable is set, and there is no ${SETTINGS_FILE} in this folder: npx tender init writes one.`

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : asCommandError(error)
  }
}
