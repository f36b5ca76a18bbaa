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

/** Why listening failed, in a sentence; undefined for any other failure. */
export function listenReason(error: unknown): string | undefined {
  const { code = '', port = 0, address, hostname } = Object(error) as Partial<ListenError>
  return Object.hasOwn(reasons, code) ? reasons[code]!(port, address ?? hostname ?? 'this machine') : undefined
}
