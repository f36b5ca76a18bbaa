const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the page may navigate to an address: https anywhere, http only on this machine, without credentials. */
export function mayVisit(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname)))
}
