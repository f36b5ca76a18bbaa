import { parseUrl } from './parse-url.ts'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a page or a frame may be sent to an address: https anywhere, http only on this machine, without credentials. */
export const isVisitable = ({ protocol, hostname, username, password }: URL): boolean =>
  !username && !password && (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname)))

/** Whether the page may navigate to an address. */
export function mayVisit(address: string): boolean {
  const url = parseUrl(address)
  return url !== undefined && isVisitable(url)
}
