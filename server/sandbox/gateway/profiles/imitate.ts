import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { pathAt, type OperationName } from '#gateway-client/profiles/profile.ts'
import { operationNameOf } from '../operation-of.ts'
import type { Fields } from './changes.ts'
import { imitations, type Imitation } from './imitations.ts'
import { readLoosely } from './loose-request.ts'

/** The path that the routes have, which is the specification's. */
const SPECIFIED = '/payment'

/** An address that no route has. */
const NOWHERE = '/absent'

/**
 * Rewrites an address of the imitated system to the specification's. Below `/payment`, the wallets' segments of the
 * specification and of the family are taken both.
 */
export function addressesOf(imitation: Imitation): (url?: string) => string {
  const paths = imitation.path === SPECIFIED ? [imitation, imitations.specification, imitations.current] : [imitation]
  const routes = Object.entries(gatewayApi).map(([name, { path }]) => ({ name: name as OperationName, path }))
  const known = new Map<string, string>()
  for (const { path } of routes) known.set(path, NOWHERE)
  for (const { name, path } of routes)
    for (const one of paths) known.set(pathAt(one, path), imitation.absent.includes(name) ? NOWHERE : path)
  return (url = '/') => {
    const [path = '', query] = url.split('?', 2)
    const route = known.get(path)
    return route === undefined ? url : route + (query === undefined ? '' : `?${query}`)
  }
}

/** Answers as the imitated system does. */
export function imitate(app: FastifyInstance, imitation: Imitation): void {
  const { changes, ignores, mediaType } = imitation
  app.addHook('preValidation', async ({ body, query }) => {
    for (const fields of [body, query] as (Record<string, unknown> | null | undefined)[]) {
      if (!fields) continue
      for (const name of ignores) delete fields[name]
      readLoosely(fields, imitation)
    }
  })
  app.addHook('preSerialization', async (request, _, answer) => {
    const name = operationNameOf(request)
    return name ? changes.reduce((fields, change) => change(fields, name), answer as Fields) : answer
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (operationNameOf(request) && isJson) reply.header('content-type', mediaType)
    return payload
  })
}
