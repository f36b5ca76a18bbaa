import { CommandError } from './command.ts'

/** Why a port could not be listened on, by the system's code. */
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

/** A failure to listen as a sentence that ends with what to do; undefined for any other failure. */
export function listenErrorOf(error: unknown, remedy: string): CommandError | undefined {
  const { code = '', port = 0, address, hostname } = Object(error) as Partial<ListenError>
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return reason && new CommandError(`${reason(port, address ?? hostname ?? 'this machine')} ${remedy}`)
}
