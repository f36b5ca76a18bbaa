import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { list, type VariableReader } from './reader.ts'

/**
 * The IP address in an entry of X-Forwarded-For, or of a socket, in its shortest form: without port, brackets and zone;
 * an IPv4 address in IPv6 form becomes IPv4. `undefined` for `unknown`, `_hidden` and any other text.
 */
export function addressIn(entry: string | undefined): string | undefined {
  if (entry !== undefined && isIPv4(entry)) return entry
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
    if (address === undefined) return false
    if (isIPv6(address)) return trusted.check(address, 'ipv6')
    // A network of IPv6 may contain IPv4 in IPv6 form.
    return trusted.check(address, 'ipv4') || trusted.check(`::ffff:${address}`, 'ipv6')
  }
}

/** Bits of a network that is one address. */
const whole = { ipv4: 32, ipv6: 128 } as const

/** Rejects networks so wide that nearly every visitor could forge an address in X-Forwarded-For. */
export function readTrust(from: VariableReader): readonly string[] | undefined {
  const read = from.take('TENDER_TRUST_PROXY', 'must be a list of addresses or CIDRs', networks)
  if (!read?.some(isTooWide)) return read
  const rule = `must name your reverse proxies, no network wider than IPv4 /${WIDEST.v4} or IPv6 /${WIDEST.v6}`
  return from.wrong('TENDER_TRUST_PROXY', `${rule}: anybody could choose the address that is counted`)
}

/** Bits of the widest private networks: 10.0.0.0/8 and fc00::/7. */
const WIDEST = { v4: 8, v6: 7 } as const

function isTooWide(network: string): boolean {
  const [address = '', bits] = network.split('/')
  if (bits === undefined) return false
  if (isIP(address) === 4) return Number(bits) < WIDEST.v4
  const isMapped = addressIn(address)?.includes('.') === true
  return Number(bits) < (isMapped ? 96 + WIDEST.v4 : WIDEST.v6)
}

function networks(text: string): readonly string[] | undefined {
  const read = text === 'none' ? [] : list(text)
  return read.every(isNetwork) ? read : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const version = isIP(address)
  return version > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/** Whether an address is private, so not a shopper's on the Internet but an untrusted reverse proxy's, or a test's. */
export const isPrivate = (ip: string): boolean =>
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd])/i.test(
    ip,
  )
