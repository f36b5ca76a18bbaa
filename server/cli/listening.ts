import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { listenReason } from '#ports/listen-reason.ts'
import { CommandError } from './command.ts'

/** A failed listen as an error whose message ends with `remedy`; undefined for any other failure. */
export function listenErrorOf(error: unknown, remedy: string): CommandError | undefined {
  const reason = listenReason(error)
  return reason === undefined ? undefined : new CommandError(`${reason} ${remedy}`)
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
