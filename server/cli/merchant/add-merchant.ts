import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { merchantNameOf } from '#proxy/merchants/merchant-file.ts'
import { CommandError, type Arguments, type Tools } from '../command.ts'
import { answersOf } from '../init/answers.ts'
import { addressesOf, noteSharedSites, snippetFor } from '../init/instructions.ts'
import { newSettings, writeNew } from '../init/new-settings.ts'
import { requireOwn } from './folder.ts'

/** Writes the file of a new merchant with new secrets, and prints what its shop gets. */
export async function addMerchant(given: Arguments, { env }: Tools): Promise<void> {
  const [verb, name = ''] = given.operands
  if (verb !== 'add' || merchantNameOf(`${name}.env`) === undefined) throw new CommandError(USAGE)
  const folder = given.text('merchants') ?? ''
  if (!folder) throw new CommandError('tender merchant needs --merchants DIR. See tender merchant --help.')
  if (!existsSync(folder)) throw new CommandError(`${folder} is no folder.`)
  const file = join(folder, `${name}.env`)
  const exists = `${file} exists, and nothing was written.`
  if (existsSync(file)) throw new CommandError(exists)
  const answers = await answersOf(given, env, { command: 'merchant add', runMethod: 'node' })
  const text = newSettings(answers, {}, 'merchant add')
  await requireOwn(folder, name, text)
  await writeNew(file, text, exists)
  const addresses = addressesOf(answers.variables)
  console.log(`${file} is written. Point the name of ${addresses.url} at the proxy, with a certificate, and give the shop, in a
message that nobody else reads, TENDER_TICKET_SECRET and TENDER_API_KEYS of that file, and this:

${snippetFor(addresses)}
When the proxy serves it, check it:

  npx tender doctor ${name} --merchants ${folder} --shop ${addresses.shop}/checkout
`)
  noteSharedSites(addresses)
}

const USAGE =
  'tender merchant add takes the merchant’s name: letters, digits, dots, hyphens and underscores. See tender merchant --help.'
