import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readTextFile } from '#ports/text-file.ts'
import { asCommandError, CommandError } from './command.ts'

/** The file that `tender init` writes when no other is named. */
export const SETTINGS_FILE = '.env.tender'

export interface Settings {
  readonly env: NodeJS.ProcessEnv
  /** A sentence about where the variables come from, when that is not the environment alone. */
  readonly source?: string
}

/** The names of the proxy's variables that are set. */
export const variablesIn = (env: Readonly<NodeJS.ProcessEnv>): readonly string[] =>
  Object.keys(env).filter((name) => name.startsWith('TENDER_') && env[name] && !internal.has(name))

/** Names in the environment of the proxy's own processes. */
const internal: ReadonlySet<string> = new Set(['TENDER_PRIMARY'])

/**
 * The environment; where it does not have {@link WHOLE}, with what it lacks from `.env.tender` in the folder. Where none
 * of the proxy's variables is set, and there is no such file either, a {@link CommandError} says what to do.
 */
export function settingsOf(env: NodeJS.ProcessEnv, folder = process.cwd()): Settings {
  if (env[WHOLE]) return { env }
  const own = variablesIn(env)
  const text = textOf(join(folder, SETTINGS_FILE))
  if (text !== undefined) return { env: { ...parseEnv(text), ...env }, source: sourceOf(own) }
  if (own.length) return { env }
  throw new CommandError(NONE)
}

/** Every deployed proxy has it: an environment with it is complete, and no file that is left in a folder changes it. */
const WHOLE = 'TENDER_PUBLIC_URL'

const sourceOf = (own: readonly string[]): string =>
  `The variables are those of ${SETTINGS_FILE}${own.length ? `, but for ${own.join(', ')} of the environment` : ''}`

const NONE = `No TENDER_… variable is set, and there is no ${SETTINGS_FILE} in this folder: npx tender init writes one.`

function textOf(file: string): string | undefined {
  try {
    return readTextFile(file)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : asCommandError(error)
  }
}
