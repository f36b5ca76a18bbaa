import { once } from 'node:events'
import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { checks } from '#cli/doctor/checks.ts'
import { diagnose, subjectOf } from '#cli/doctor/run-doctor.ts'
import type { Finding } from '#cli/probe/finding.ts'
import type { Environment } from '#proxy/config/config.ts'
import type { SigningKeys } from '#signature/make-keys.ts'

/** A server's address, without a trailing slash, and how many requests and connections it has had. */
export interface Served {
  readonly url: string
  readonly requests: readonly string[]
  readonly connections: () => number
}

/** Starts servers on this machine that end with their test. */
export function servers() {
  const open: Server[] = []
  afterEach(async () => {
    for (const server of open.splice(0)) {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
  })
  return async function serve(answer: RequestListener, keys?: SigningKeys): Promise<Served> {
    const requests: string[] = []
    let connections = 0
    const listener: RequestListener = (request, response) => {
      requests.push(`${request.method} ${request.url}`)
      answer(request, response)
    }
    const server = keys
      ? createSecure({ key: keys.privateKey, cert: keys.certificate }, listener)
      : createPlain(listener)
    server.on('connection', () => (connections += 1))
    server.on('tlsClientError', () => {})
    open.push(server.listen(0, 'localhost'))
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return { url: `${keys ? 'https' : 'http'}://localhost:${port}`, requests, connections: () => connections }
  }
}

interface Examined {
  readonly env?: Environment
  readonly url?: string
  readonly shop?: string
  readonly ca?: string
  readonly engines?: string
}

/** What one check of the doctor finds, or all of them. */
export async function findings(check: string | undefined, { env = {}, engines = '>=20.19', ...given }: Examined) {
  const chosen = checks.filter(({ name }) => check === undefined || name === check)
  if (!chosen.length) throw new Error(`There is no check ${check}`)
  return diagnose(subjectOf({ env, engines, ...given }), chosen)
}

/** Levels and texts of findings, a line for each. */
export const linesOf = (found: readonly Finding[]): readonly string[] =>
  found.map(({ level, found, todo }) => [level, found, ...(todo === undefined ? [] : ['→', todo])].join(' '))
