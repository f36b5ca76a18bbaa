import { writeFile } from 'node:fs/promises'
import { systemRandom } from '#ports/system.ts'
import { readConfig } from '#proxy/config/config.ts'
import { asCommandError, CommandError } from '../command.ts'
import { envFile } from './env-file.ts'
import type { Answers } from './questions.ts'

/** The text of a file with the answers, these settings and new secrets; what the proxy would refuse is not written. */
export function newSettings(
  { variables, runMethod }: Answers,
  more: Readonly<Record<string, string>>,
  command: string,
): string {
  const settings = { ...(variables as Readonly<Record<string, string>>), ...more }
  const secrets = {
    TENDER_TICKET_SECRET: newSecret(),
    TENDER_SIGNING_SECRET: newSecret(),
    TENDER_API_KEYS: newSecret(),
  }
  const { errors } = readConfig({ ...settings, ...secrets })
  if (errors) throw new CommandError(errors.join('\n'))
  return envFile({ settings, secrets, runMethod, command })
}

const newSecret = (): string => Buffer.from(systemRandom.bytes(32)).toString('base64url')

/** Writes a file that only its owner may read; one that exists is left alone, which the sentence says. */
export const writeNew = (file: string, text: string, exists: string): Promise<void> =>
  writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(exists)
    return asCommandError(error)
  })
