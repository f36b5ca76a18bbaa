import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { systemRandom } from '#ports/system.ts'
import { readConfig, type Environment } from '#proxy/config/config.ts'
import { list } from '#proxy/config/reader.ts'
import { asCommandError, CommandError, type Arguments, type Tools } from '../command.ts'
import { envFile, settingsFor } from './env-file.ts'
import { instructionsFor } from './instructions.ts'
import { sharedSite, SITE_TODO, siteFound } from '../probe/site.ts'
import { answersIn, answersTo, questions, type Answers } from './questions.ts'
import { openTerminal } from './terminal.ts'

/** Asks for the settings of a proxy, writes them into a file with new secrets, and prints what to do next. */
export async function runInit(given: Arguments, { env }: Tools): Promise<void> {
  const file = given.text('out')!
  const mayReplace = given.has('force')
  if (existsSync(file) && !mayReplace) throw new CommandError(exists(file))
  const answers = await answersOf(given, env)
  const text = textFor(answers)
  await write(file, text, mayReplace)
  const { TENDER_PUBLIC_URL: url = '', TENDER_SHOP_ORIGINS: shops = '' } = answers.variables
  const origins = list(shops)
  const [shop = ''] = origins
  console.log(instructionsFor({ file, runMethod: answers.runMethod, url: withoutSlash(url), shop: withoutSlash(shop) }))
  for (const origin of origins) {
    const shared = sharedSite(url, origin)
    if (shared !== undefined) console.error(`Note: ${siteFound(withoutSlash(url), origin, shared)}. ${SITE_TODO}.`)
  }
}

const withoutSlash = (origin: string): string => origin.replace(/\/$/, '')

const exists = (file: string): string => `${file} exists, and nothing was written. Give --force to replace it.`

async function answersOf(given: Arguments, env: Environment): Promise<Answers> {
  const known = { variables: knownIn(given, env), runMethod: given.text('run') }
  if (given.has('yes')) return answersIn(known)
  if (!process.stdin.isTTY)
    throw new CommandError(
      `tender init asks on a terminal; without one give --yes with ${options.join(', ')}, and TENDER_GATEWAY_PASSWORD in the environment.`,
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

/** The file's text; settings that the proxy would refuse are not written. */
function textFor({ variables, runMethod }: Answers): string {
  const settings = {
    ...(variables as Readonly<Record<string, string>>),
    ...settingsFor(runMethod, variables.TENDER_PUBLIC_URL ?? ''),
  }
  const secrets = {
    TENDER_TICKET_SECRET: newSecret(),
    TENDER_SIGNING_SECRET: newSecret(),
    TENDER_API_KEYS: newSecret(),
  }
  const { errors } = readConfig({ ...settings, ...secrets })
  if (errors) throw new CommandError(errors.join('\n'))
  return envFile(settings, secrets, runMethod)
}

const newSecret = (): string => Buffer.from(systemRandom.bytes(32)).toString('base64url')

/** A file that exists keeps its mode and its readers when it is written, so that a new one replaces it. */
async function write(file: string, text: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace)
    return writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(exists(file))
      return asCommandError(error)
    })
  const draft = `${file}.${systemRandom.uuid()}.tmp`
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 }).catch(asCommandError)
  await rename(draft, file).catch(async (error: unknown) => {
    await rm(draft, { force: true })
    return asCommandError(error)
  })
}
