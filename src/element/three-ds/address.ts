const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the page may go to an address: https anywhere, http only on this machine, no login in it. */
export function mayVisit(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname)))
}
