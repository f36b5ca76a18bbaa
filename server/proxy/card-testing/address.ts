import { isIPv6 } from 'node:net'

/** A key that declines are counted under, with its multiple of the limit of one address. */
export interface Bucket {
  readonly name: string
  readonly times: number
}

/** Providers give a subscriber a /64, a /56 or a /48 of IPv6; the wider it is, the more people may be behind it. */
const widths = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const

/** The buckets of an address: IPv4 has one, IPv6 one for each size of network that a subscriber may have. */
export const bucketsOf = (ip: string): readonly Bucket[] =>
  isIPv6(ip) ? widths.map(({ bits, times }) => ({ name: prefixOf(ip, bits), times })) : [{ name: ip, times: 1 }]

/** The network that counts as one visitor: the /24 of IPv4, the /48 of IPv6. */
export const networkOf = (ip: string): string =>
  isIPv6(ip) ? prefixOf(ip, 48) : `${ip.split('.').slice(0, 3).join('.')}.0/24`

function prefixOf(ip: string, bits: number): string {
  const groups = groupsOf(ip).slice(0, Math.ceil(bits / 16))
  const last = Number.parseInt(groups.pop()!, 16) & (0xffff << (groups.length * 16 + 16 - bits))
  return `${[...groups, last.toString(16)].join(':')}::/${bits}`
}

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
