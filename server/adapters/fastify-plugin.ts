import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { buildProxy } from '#proxy/build-proxy.ts'
import type { ProxyOptions } from '#proxy/proxy-options.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import { endpointsOf } from '#proxy/http/request-guard.ts'
import { stop } from '#proxy/http/shutdown.ts'
import { requestListener } from './request-listener.ts'

/**
 * The proxy as a plugin of an existing Fastify app: `app.register(tenderProxy(config, options))`. It answers its own
 * addresses under the host name of TENDER_PUBLIC_URL, without the app's hooks, and leaves every other request to the
 * app; it stops with the app. Registering under a prefix rejects, since the addresses of the frames cannot have one.
 *
 * @example
 * ```ts
 * import { fastify } from 'fastify'
 * import { tenderProxy, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openServer(config: ProxyConfig, options: ProxyOptions) {
 *   const app = fastify({ requestTimeout: 10_000, http: { headersTimeout: 10_000, maxHeaderSize: 8192 } })
 *   await app.register(tenderProxy(config, options))
 *   app.get('/orders', async () => ({ orders: [] }))
 *   return app
 * }
 * ```
 */
export const tenderProxy =
  (config: ProxyConfig, options: ProxyOptions): FastifyPluginAsync =>
  async (app) => {
    refusePrefix(app)
    const proxy = await buildProxy(config, options)
    await mountIn(app, proxy, () => stop(proxy))
  }

/** A plugin that mounts a proxy that is open already; `close` is called with the app. */
export const pluginOf =
  (proxy: FastifyInstance, close: () => Promise<void>): FastifyPluginAsync =>
  async (app) => {
    refusePrefix(app)
    await mountIn(app, proxy, close)
  }

function refusePrefix({ prefix }: FastifyInstance): void {
  if (prefix) throw new Error(`The proxy cannot stand under the prefix ${prefix}: register it at the root`)
}

async function mountIn(app: FastifyInstance, proxy: FastifyInstance, close: () => Promise<void>): Promise<void> {
  const listener = await requestListener(proxy)
  const { hosts, addresses } = endpointsOf(proxy)
  app.addHook('onClose', close)
  for (const url of new Set([...addresses].map(withAllBelow)))
    app.all(url, {
      constraints: { host: oneOf(hosts) },
      onRequest: async (request, reply) => {
        reply.hijack()
        listener(request.raw, reply.raw)
      },
      handler: async () => undefined,
    })
}

/** The app's router may allow only shorter parameters than the proxy's, so the proxy's router parses them. */
const withAllBelow = (address: string): string => address.replace(/:.*$/, '*')

const oneOf = (hosts: ReadonlySet<string>): RegExp =>
  new RegExp(`^(?:${[...hosts].map((host) => host.replace(/[.[\]]/g, '\\$&')).join('|')})$`, 'i')
