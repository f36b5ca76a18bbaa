import type { Logger } from 'pino'
import type { Clock, Random } from '#contract/ports.ts'
import type { ProxyConfig } from '../config/config.ts'
import { assetsPath, scriptsOf, type Documents } from './documents.ts'
import { logOnly } from '../http/log.ts'
import { isPinned, scriptTagPath, type ScriptTag } from './script-tag.ts'
import { buildSigner } from '../tickets/signatures.ts'
import type { EncodedFile } from './encoded-file.ts'
import { openReleaseFolder, type OpenReleases } from './release-folder.ts'

export interface ReleasesOptions {
  readonly clock: Clock
  readonly random: Random
  /** A pino logger, or false for silence. */
  readonly logger: Logger | false
  readonly documents: Documents
  readonly scriptTag?: ScriptTag
}

/** The settings of the folder; each file there is sealed with its own secret, or else with the signing secret. */
export type ReleasesConfig = Pick<ProxyConfig, 'releases' | 'releasesSecret'> &
  Partial<Pick<ProxyConfig, 'signingSecret' | 'olderSigningSecrets'>>

/**
 * Opens the folder of `TENDER_RELEASES`, where instances with different builds find each other's files; `undefined`
 * without that variable. This build's files are there once it resolves, so that the proxy may listen.
 *
 * @example
 * ```ts
 * import { buildProxy, openReleases, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const releases = await openReleases(config, options)
 *   const proxy = await buildProxy(config, { ...options, ...(releases && { releases }) })
 *   proxy.addHook('onClose', async () => releases?.close())
 *   return proxy
 * }
 * ```
 */
export async function openReleases(config: ReleasesConfig, given: ReleasesOptions): Promise<OpenReleases | undefined> {
  if (config.releases === undefined) return undefined
  const { clock, random, logger, documents, scriptTag = new Map<string, EncodedFile>() } = given
  const { releasesSecret, signingSecret, olderSigningSecrets } = config
  const signer = releasesSecret ? buildSigner(releasesSecret) : buildSigner(signingSecret!, olderSigningSecrets)
  const own = new Map([
    ...scriptsOf(documents).map((script) => [assetsPath + script.file, script] as const),
    // The evergreen entry has one name in every build, and each instance serves its own.
    ...[...scriptTag].flatMap(([name, file]) => (isPinned(name) ? [[scriptTagPath + name, file] as const] : [])),
  ])
  return openReleaseFolder(config.releases, own, { clock, random, log: logOnly(logger), signer })
}
