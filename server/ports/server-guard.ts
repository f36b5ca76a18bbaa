import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIP } from 'node:net'

type Listener = (this: Server, request: IncomingMessage, response: ServerResponse) => void

/**
 * Names that no page of the internet can have: a single label, and the domains that are reserved for machines and
 * networks (RFC 6761, RFC 6762, and `internal`).
 */
const ofNoSite = /^[^.]+$|\.(?:localhost|local|internal|test)$/

/**
 * Refuses what a server without a login must not answer, before its listeners see it. A page of any site can have its
 * own name lead to this machine (DNS rebinding) and then read each answer, so that the Host must be an address, a name
 * of no site, or the host of one of the `addresses`; without a Host no browser has sent it. And a target must be a path:
 * a listener that parses `//` as an address throws, which ends the process.
 */
export function guardServer(server: Server, addresses: () => readonly string[] = () => []): Server {
  const listeners = server.listeners('request') as Listener[]
  return server.removeAllListeners('request').on('request', (request, response) => {
    const { url = '', headers } = request
    const isPath = /^\/(?![/\\])/.test(url)
    if (isPath && (headers.host === undefined || isKnown(headers.host, addresses())))
      for (const listener of listeners) listener.call(server, request, response)
    else response.writeHead(isPath ? 403 : 400, { connection: 'close' }).end()
  })
}

function isKnown(host: string, addresses: readonly string[]): boolean {
  const name = hostnameOf(`http://${host}`)
  return name.startsWith('[') || isIP(name) !== 0 || ofNoSite.test(name) || addresses.map(hostnameOf).includes(name)
}

/** The host name of an address; a dot, which is none, for a text that is no address. */
const hostnameOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '.')
