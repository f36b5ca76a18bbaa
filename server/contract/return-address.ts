import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'

/** Protocols of an address that a browser would run or read, instead of leading on. */
const unfollowed: ReadonlySet<string> = new Set(['javascript', 'data', 'vbscript', 'file', 'blob'])

/** The protocol of an address without its colon; `''` where it has none. */
const protocolOf = (value: string): string => (URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '')

/** Whether an address has a protocol that leads on: that of the web, or of an app. `host:80` has a port, and none. */
export function isFollowed(address: string): boolean {
  const protocol = protocolOf(address)
  if (/^https?$/.test(protocol)) return /^https?:\/\/[^/]/i.test(address)
  return protocol !== '' && !unfollowed.has(protocol) && !/^[^:]*:\d/.test(address)
}

/** An address to return to (online gateway 4.1: with its protocol), of at most 512 characters. */
export const returnAddress = text(1, 512).check(
  z.refine((value) => {
    // The protocol of the web needs no URL object, which costs more than the check.
    if (/^https?:/i.test(value)) return URL.canParse(value)
    const protocol = protocolOf(value)
    return protocol !== '' && !unfollowed.has(protocol)
  }, 'an absolute address, of no javascript, data, vbscript, file or blob'),
)
