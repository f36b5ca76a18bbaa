import { merchantsFolder } from '#adapters/merchants/merchants-folder.ts'
import type { Environment } from '#proxy/config/config.ts'
import { readMerchant, type MerchantReading } from '#proxy/merchants/merchant-file.ts'
import { settle } from '#proxy/merchants/settle.ts'
import { asCommandError, CommandError } from '../command.ts'

/** What the files of a folder say; the environment has what is one for all of them. */
export const merchantsIn = (folder: string, env: Environment): Promise<readonly MerchantReading[]> =>
  merchantsFolder(folder, env).read().catch(asCommandError)

/** Throws where the merchant would be refused beside those of the folder: each has a host and secrets of its own. */
export async function requireOwn(folder: string, name: string, text: string): Promise<void> {
  const others = await merchantsIn(folder, {})
  const served = new Map(others.flatMap(({ name, merchant }) => (merchant ? [[name, merchant] as const] : [])))
  const { errors } = settle(
    [...[...served].map(([name, merchant]) => ({ name, merchant })), readMerchant(name, text, {})],
    served,
  )
  if (errors.length) throw new CommandError(errors.join('\n'))
}
