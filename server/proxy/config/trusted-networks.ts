import { isIP } from 'node:net'
import { addressIn } from './client-address.ts'
import { list, type VariableReader } from './reader.ts'

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
