import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faults, Refused } from '#contract/faults.ts'
import { readEncoded, type EncodedFile } from './encoded-file.ts'
import type { Releases } from './release-folder.ts'
import { SCRIPT, sendable, sendScript } from './send-encoded.ts'

/** The built files of the script tag by their path under `/v1/`. */
export type ScriptTag = ReadonlyMap<string, EncodedFile>

/**
 * Reads the script tag's files from `cdn/` of the build's folder; rejects with a message when they are missing.
 *
 * @example
 * ```ts
 * import { buildProxy, loadScriptTag, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const scriptTag = await loadScriptTag('node_modules/tender-checkout/dist')
 *   return buildProxy(config, { ...options, scriptTag })
 * }
 * ```
 */
export async function loadScriptTag(dist: string): Promise<ScriptTag> {
  const folder = join(dist, 'cdn')
  const chunks = await readdir(join(folder, 'chunks')).catch(() => {
    throw new Error(`The script tag is not built in ${folder}: run \`npm run build\` first`)
  })
  const names = ['checkout.js', ...chunks.filter((name) => name.endsWith('.js')).map((name) => `chunks/${name}`)]
  return new Map(await Promise.all(names.map(async (name) => [name, await readEncoded(join(folder, name))] as const)))
}

/** Chunks have their hash in their name; the entry is evergreen, so a shop must see a new one soon. */
const keptFor = (name: string): string =>
  name.startsWith('chunks/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300'

export const scriptTagPath = '/v1/'

/**
 * Browsers remember that an address failed: for a retry, each chunk has further addresses, beside those of its imports.
 */
const pathsOf = (name: string): readonly string[] =>
  name.startsWith('chunks/')
    ? [`${scriptTagPath}${name}`, `${scriptTagPath}retry-:number/${name}`]
    : [`${scriptTagPath}${name}`]

const readByAnyShop = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * Refuses an address of the script tag with a script that does nothing: a browser hides the status of any other type
 * from a page of another origin, so a wrong address would look like a forbidden one.
 */
export const refuseScript = (reply: FastifyReply, { code, message }: Refused): FastifyReply =>
  reply.code(faults[code].status).headers(readByAnyShop).type(SCRIPT).send(`// ${code}: ${message}\n`)

/**
 * Serves the script tag to any shop. These files are the same for everyone and contain no one's data, so they alone may
 * be read across origins: a browser fetches a module's chunks with CORS. Chunks of other builds come from `releases`.
 */
export function serveScriptTag(app: FastifyInstance, files: ScriptTag, releases?: Releases): void {
  const send = (request: FastifyRequest, reply: FastifyReply, name: string, file: EncodedFile): FastifyReply =>
    sendScript(request, reply.headers({ ...readByAnyShop, 'cache-control': keptFor(name) }), sendable(file))
  for (const [name, file] of files)
    for (const path of pathsOf(name)) app.get(path, async (request, reply) => send(request, reply, name, file))
  if (!releases) return
  for (const path of pathsOf('chunks/:file'))
    app.get<{ Params: { file: string } }>(path, async (request, reply) => {
      const name = `chunks/${request.params.file}`
      const file = await releases.find(`${scriptTagPath}${name}`)
      return file ? send(request, reply, name, file) : refuseScript(reply, new Refused('not_found'))
    })
}
