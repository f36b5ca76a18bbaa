import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { CommandError } from './command.ts'

/** Why listening on a port failed, by the system's error code. */
const reasons: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) => `Port ${port} on ${host} is in use by another process.`,
  EACCES: (port, host) => `Port ${port} on ${host} is not allowed to this user.`,
  EADDRNOTAVAIL: (_, host) => `${host} is no address of this machine.`,
  ENOTFOUND: (_, host) => `${host} is no address of this machine.`,
}

interface ListenError {
  readonly code: string
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
}

/** A failed listen as an error whose message ends with `remedy`; undefined for any other failure. */
export function listenErrorOf(error: unknown, remedy: string): CommandError | undefined {
  const { code = '', port = 0, address, hostname } = Object(error) as Partial<ListenError>
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return reason && new CommandError(`${reason(port, address ?? hostname ?? 'this machine')} ${remedy}`)
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
