import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMerchants } from '#adapters/merchants/open-merchants.ts'
import { readProcess } from '#proxy/config/process-settings.ts'
import { buildLogger } from '#proxy/http/log.ts'
import { isOfProcess } from '#proxy/merchants/merchant-file.ts'
import { secrets, type Addresses, type Secrets } from './addresses.ts'
import { openShop } from './open-shop.ts'
import { freePorts } from './ports.ts'
import { environmentOf, listen } from './start-proxy.ts'
import { openStack, type Stack, type StackOptions } from './stack.ts'

/** The second shop's API user at the sandbox's gateway. */
export const secondUser = { login: 'second-api', password: 'acme-password' } as const

/** Secrets of its own, as public as those of the first: two merchants of a process may share none. */
const secondSecrets: Secrets = {
  ticketSecret: `second-${secrets.ticketSecret}`,
  apiKey: `second-${secrets.apiKey}`,
  signingSecret: `second-${secrets.signingSecret}`,
  webhookSecret: `whsec_${Buffer.from('second-sandbox-webhook-secret-known-to-everybody').toString('base64')}`,
}

/** The demo with a second shop; one `tender proxy --merchants` serves both, each at an address of its own. */
export async function openTwoShops(
  options: StackOptions & { readonly port: number },
): Promise<Stack & { readonly second: Addresses }> {
  const dist = join(import.meta.dirname, '..', 'dist')
  const ports = await freePorts(8, options.port)
  const shop = `http://127.0.0.1:${ports.at(-1)}`
  let second: Addresses | undefined
  const stack = await openStack({
    ...options,
    port: ports,
    shops: [shop],
    merchants: [secondUser],
    async inFront(_, __, addresses, credentials) {
      // One port has two names on every machine, and so two origins.
      const env = { ...(options.help && { TENDER_SANDBOX_CONSOLE: addresses.console }), ...options.env }
      second = { ...addresses, shop, proxy: addresses.proxy.replace('127.0.0.1', 'localhost') }
      const { login: userName, password } = secondUser
      return openProxy(addresses.proxy, dist, [
        environmentOf(addresses, credentials, secrets, env),
        environmentOf(second, { userName, password }, secondSecrets, env),
      ])
    },
  })
  const opened = await openShop(dist, second!, { ...stack, hasHelp: options.help ?? false }, secondSecrets)
  await listen(opened, shop)
  return { ...stack, second: second!, close: () => stack.close().then(() => opened.close()) }
}

/** Opens what `tender proxy --merchants` opens, for a file of each environment. */
async function openProxy(address: string, dist: string, merchants: readonly Readonly<Record<string, string>>[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tender-shops-'))
  for (const [at, env] of merchants.entries()) {
    const own = Object.entries(env).filter(([name]) => !isOfProcess(name))
    await writeFile(join(folder, `shop-${at + 1}.env`), own.map(([name, value]) => `${name}=${value}\n`).join(''))
  }
  const { settings } = readProcess({ TENDER_LOG_LEVEL: 'warn' })
  const proxy = await openMerchants(settings!, { folder, env: {}, dist, logger: buildLogger(settings!.logLevel) })
  const problems = await proxy.reload()
  if (problems.length) throw new Error(problems.join('\n'))
  proxy.server.listen(Number(new URL(address).port), '127.0.0.1')
  await once(proxy.server, 'listening')
  return { close: () => proxy.close().then(() => rm(folder, { recursive: true })) }
}
