import { silent } from '#ports/journal.ts'
import { systemClock, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { readConfig } from '#proxy/config/config.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { CommandError } from '../command.ts'
import type { Release, Target } from './release.ts'

/** An answer as the release gives it. */
export interface Promised {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A proxy of the release in this process, which listens nowhere and calls no one. */
export interface Reference {
  answer(target: Target): Promise<Promised>
  close(): Promise<void>
}

interface ReferenceOptions {
  /** Origin of the proxy as browsers see it. */
  readonly url: string
  readonly shops: readonly string[]
  /** Whether the gateway is on the proxy's machine, as in a test. */
  readonly isSandbox: boolean
  /** Whether its pages get the sandbox's help. */
  readonly hasHelp: boolean
}

/** A proxy for the same address and the same shops, whose answers the served ones must equal. */
export async function buildReference(
  { documents, scriptTag }: Release,
  { url, shops, isSandbox, hasHelp }: ReferenceOptions,
): Promise<Reference> {
  const { config, errors } = readConfig({
    TENDER_PUBLIC_URL: url,
    TENDER_SHOP_ORIGINS: shops.join(','),
    TENDER_GATEWAY_URL: isSandbox ? 'http://127.0.0.1:9' : 'https://gateway.invalid',
    TENDER_GATEWAY_USERNAME: 'none',
    TENDER_GATEWAY_PASSWORD: 'none',
    TENDER_SANDBOX_CONSOLE: hasHelp ? 'http://127.0.0.1:9' : 'none',
    TENDER_TICKET_SECRET: Buffer.from(systemRandom.bytes(32)).toString('base64url'),
  })
  if (errors) throw new CommandError(errors.join('\n'))
  const app = await buildProxy(config, {
    clock: systemClock,
    random: systemRandom,
    fetch: () => Promise.reject(new Error('The reference calls no gateway')),
    journal: silent,
    logger: false,
    locks: memoryLocks(systemClock),
    documents,
    scriptTag,
  })
  return {
    async answer({ path, headers }) {
      const { host } = new URL(url)
      const { statusCode, headers: sent, rawPayload } = await app.inject({ url: path, headers: { host, ...headers } })
      const texts = Object.entries(sent).map(([name, value]) => [name, [value].flat().join(', ')] as const)
      return { status: statusCode, headers: Object.fromEntries(texts), body: rawPayload }
    },
    close: () => app.close(),
  }
}
