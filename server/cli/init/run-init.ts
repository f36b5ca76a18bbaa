import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { systemRandom } from '#ports/system.ts'
import { asCommandError, CommandError, type Arguments, type Tools } from '../command.ts'
import { answersOf } from './answers.ts'
import { settingsFor } from './env-file.ts'
import { addressesOf, instructionsFor, noteSharedSites } from './instructions.ts'
import { newSettings, writeNew } from './new-settings.ts'

/** Asks for the settings of a proxy, writes them into a file with new secrets, and prints what to do next. */
export async function runInit(given: Arguments, { env }: Tools): Promise<void> {
  const file = given.text('out')!
  const mayReplace = given.has('force')
  if (existsSync(file) && !mayReplace) throw new CommandError(exists(file))
  const answers = await answersOf(given, env, { command: 'init', runMethod: given.text('run') })
  const { runMethod, variables } = answers
  const text = newSettings(answers, settingsFor(runMethod, variables.TENDER_PUBLIC_URL ?? ''), 'init')
  await (mayReplace ? replace(file, text) : writeNew(file, text, exists(file)))
  const addresses = addressesOf(variables)
  console.log(instructionsFor({ file, runMethod, ...addresses }))
  noteSharedSites(addresses)
}

const exists = (file: string): string => `${file} exists, and nothing was written. Give --force to replace it.`

/** A file that exists keeps its mode and its readers when it is written, so that a new one replaces it. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${systemRandom.uuid()}.tmp`
  await writeNew(draft, text, exists(draft))
  await rename(draft, file).catch(async (error: unknown) => {
    await rm(draft, { force: true })
    return asCommandError(error)
  })
}
