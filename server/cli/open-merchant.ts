import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import { asCommandError, CommandError } from './command.ts'
import { settingsOf } from './settings-file.ts'

/** The client of the proxy at `url`, or at TENDER_PUBLIC_URL, with the key of the environment or of the settings file. */
export function openMerchant(url: string | undefined, variables: NodeJS.ProcessEnv): MerchantClient {
  const { env, source } = settingsOf(variables)
  if (source !== undefined) console.error(source)
  const base = url ?? env['TENDER_PUBLIC_URL']
  const [apiKey] = (env['TENDER_API_KEY'] || env['TENDER_API_KEYS'] || '').split(',').map((key) => key.trim())
  if (!base) throw new CommandError('--url ORIGIN or TENDER_PUBLIC_URL is required.')
  if (!apiKey) throw new CommandError('TENDER_API_KEY or TENDER_API_KEYS is required.')
  try {
    return merchantClient({ base, apiKey })
  } catch (error) {
    return asCommandError(error)
  }
}
