import { addressIn, isPrivate } from './client-address.ts'
import type { VariableReader } from './reader.ts'
import { Secret } from './secret.ts'

const NAME = 'TENDER_REDIS_URL'

/**
 * Reads the address of the Redis: without TLS, anyone on the network path can read and change all its data.
 */
export function readRedisUrl(from: VariableReader): { readonly redisUrl?: Secret } {
  const text = from.text(NAME)
  if (!text) return {}
  const url = /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  const address = url && addressIn(url.hostname)
  if (!url) from.wrong(NAME, 'must be an address such as redis://127.0.0.1:6379')
  else if (url.protocol === 'rediss:' || url.hostname === 'localhost') return { redisUrl: new Secret(text) }
  else if (address === undefined)
    from.warn(NAME, 'is not encrypted: use rediss:// unless its host is in a private network')
  else if (!isPrivate(address)) from.wrong(NAME, 'must begin with rediss:// where its host is in no private network')
  return { redisUrl: new Secret(text) }
}
