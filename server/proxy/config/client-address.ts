import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * The IP address in an entry of X-Forwarded-For, or of a socket, in its shortest form: without port, brackets and zone;
 * an IPv4 address in IPv6 form becomes IPv4. `undefined` for `unknown`, `_hidden` and any other text.
 */
export function addressIn(entry: string | undefined): string | undefined {
  const text = entry?.trim() ?? ''
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/, '')
  if (!isIP(address) || (inBrackets !== undefined && !isIPv6(address))) return undefined
  return isIPv6(address) ? shortest(address) : address
}

function shortest(address: string): string {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(text) ?? []
  if (high === undefined) return text
  return [high, low!].flatMap((group) => bytesOf(Number.parseInt(group, 16))).join('.')
}

const bytesOf = (group: number): number[] => [group >> 8, group & 255]

/**
 * Whether an entry of X-Forwarded-For, with or without port, is in one of the networks, so that the entries before it
 * are trusted.
 */
export function trustIn(networks: readonly string[]): (entry: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const [address, bits] of networks.map((network) => network.split('/') as [string, string?])) {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, bits === undefined ? whole[family] : Number(bits), family)
  }
  return (entry) => {
    const address = addressIn(entry)
    return address !== undefined && trusted.check(isIPv6(address) ? address : `::ffff:${address}`, 'ipv6')
  }
}

/** Bits of a network that is one address. */
const whole = { ipv4: 32, ipv6: 128 } as const
