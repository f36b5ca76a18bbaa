import type { FastifyInstance } from 'fastify'
import { endpointsOf, patternOf } from '#proxy/http/request-guard.ts'

/** Whether a request is for the proxy: by its Host header, and by its path with or without a query. */
export type IsForProxy = (host: string | null | undefined, url?: string) => boolean

/** Recognises what a proxy answers under its own host name. */
export function recogniser(proxy: FastifyInstance): IsForProxy {
  const { hosts, addresses } = endpointsOf(proxy)
  const patterns = [...addresses].map(patternOf)
  return (host, url = '') => {
    const path = url.split('?')[0]!
    return hosts.has(host?.toLowerCase() ?? '') && patterns.some((pattern) => pattern.test(path))
  }
}
