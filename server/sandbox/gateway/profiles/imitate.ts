import type { FastifyInstance, FastifyRequest } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { pathAt, type OperationName } from '#gateway-client/profiles/profile.ts'
import { refusedAs } from '../errors/refusal-shape.ts'
import { operationNameOf } from '../operation-of.ts'
import type { Fields } from './changes.ts'
import { imitations, type Imitation } from './imitations.ts'
import { basicIn, readLoosely, readNames } from './loose-request.ts'
import { requireDemanded, statusOf } from './refusing.ts'

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
  for (const [other, path] of Object.entries(imitation.otherPaths ?? {})) known.set(other, path)
  return (url = '/') => {
    const [path = '', query] = url.split('?', 2)
    const route = known.get(path)
    return route === undefined ? url : route + (query === undefined ? '' : `?${query}`)
  }
}

/** The fields of a request, wherever it has them, which a later change of them changes. */
function fieldsOf(request: FastifyRequest, { takesOtherEncodings, basic }: Imitation): Record<string, unknown> {
  const { query, body, method, headers } = request
  const fields = Object.create(null) as Record<string, unknown>
  if (method === 'GET') Object.assign(fields, query)
  else Object.assign(fields, takesOtherEncodings && query, body)
  if (basic) Object.assign(fields, basicIn(headers.authorization))
  if (method === 'GET') request.query = fields
  else request.body = fields
  return fields
}

/** Answers as the imitated system does. */
export function imitate(app: FastifyInstance, imitation: Imitation): void {
  const { changes, ignores, mediaType } = imitation
  app.addHook('preValidation', async (request) => {
    const name = operationNameOf(request)
    if (!name) return
    const fields = fieldsOf(request, imitation)
    for (const ignored of ignores) delete fields[ignored]
    readNames(fields, imitation, gatewayApi[name])
    if (name === 'register' || name === 'registerPreAuth') requireDemanded(imitation, gatewayApi[name], fields)
    readLoosely(fields, imitation)
  })
  app.addHook('preSerialization', async (request, reply, answer) => {
    const name = operationNameOf(request)
    const status = statusOf(imitation, name, refusedAs.get(request))
    if (status !== undefined) reply.code(status)
    return name ? changes.reduce((fields, change) => change(fields, name), answer as Fields) : answer
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (operationNameOf(request) && isJson) reply.header('content-type', mediaType)
    return payload
  })
}
