import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { listenReason } from '#ports/listen-reason.ts'
import { CommandError } from './command.ts'

/** A failed listen as an error whose message ends with `remedy`; undefined for any other failure. */
export function listenErrorOf(error: unknown, remedy: string): CommandError | undefined {
  const reason = listenReason(error)
  return reason === undefined ? undefined : new CommandError(`${reason} ${remedy}`)
}

type Listener = (at: { readonly host: string; readonly port: number }) => Promise<unknown>

/** Codes of a system without IPv6, for `::`, which is every address of IPv4 and of IPv6. */
const withoutIpv6: ReadonlySet<unknown> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])

/** Listens on a host; on every address of IPv4 alone where it is `::` and the system has no IPv6. */
export async function listenOn(listen: Listener, host: string, port: number): Promise<void> {
  await listen({ host, port }).catch((error: { readonly code?: unknown }) => {
    if (host !== '::' || !withoutIpv6.has(error.code)) throw error
    return listen({ host: '0.0.0.0', port })
  })
}

/** A port that the system chooses, for a server that must know it before it listens. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
