const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** An address that a frame may be sent to: https anywhere, http only on this machine, no login in it. Throws on any other. */
export function frameable(address: string): string {
  const { protocol, hostname, href, username, password } = new URL(address)
  const isWeb = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
  if (isWeb && !username && !password) return href
  throw new Error(`A frame may not be sent to ${protocol} addresses here.`)
}
