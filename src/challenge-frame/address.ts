const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns an address that a frame may load: https anywhere, http only on this machine, without credentials. Throws on
 * any other.
 */
export function frameable(address: string): string {
  const { protocol, hostname, href, username, password } = new URL(address)
  const isWeb = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
  if (isWeb && !username && !password) return href
  throw new Error(`A frame may not be sent to ${protocol} addresses here.`)
}
