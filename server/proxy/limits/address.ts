import { isIPv6 } from 'node:net'

/** Groups of an IPv6 address that one subscriber has all of the rest behind. */
const GROUPS = 4

/** What the declines of an address are counted under: IPv4 by itself, IPv6 by its /64. */
export const bucketOf = (ip: string): string => (isIPv6(ip) ? `${groupsOf(ip).slice(0, GROUPS).join(':')}::/64` : ip)

/** The eight groups of an IPv6 address, as numbers in hexadecimal. */
function groupsOf(ip: string): readonly string[] {
  const [head = [], tail = []] = ip.split('::').map((half) => half.split(':').filter(Boolean).flatMap(groupIn))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail]
}

/** The last two groups may be written as an IPv4 address. */
function groupIn(text: string): string[] {
  const bytes = text.split('.').map(Number)
  if (bytes.length === 1) return [Number.parseInt(text, 16).toString(16)]
  return [bytes[0]! * 256 + bytes[1]!, bytes[2]! * 256 + bytes[3]!].map((group) => group.toString(16))
}

/** Addresses of no shopper on the Internet: behind one there is a reverse proxy that is not trusted, or a test. */
export const isPrivate = (ip: string): boolean =>
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd])/i.test(
    ip,
  )
