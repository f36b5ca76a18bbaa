import { createHash, timingSafeEqual } from 'node:crypto'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Secret } from '../config/secret.ts'

/** Throws unless an Authorization header has an accepted key. */
export type KeyCheck = (authorization: string | undefined) => void

/** Stores only the digests of the keys; the duration of a check reveals nothing about any of them. */
export function buildKeyCheck(keys: readonly Secret[]): KeyCheck {
  const digests = keys.map((key) => digestOf(key.reveal()))
  return (authorization) => {
    const given = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (given === undefined) throw new ProxyError('key_missing')
    const digest = digestOf(given)
    if (!digests.filter((live) => timingSafeEqual(live, digest)).length) throw new ProxyError('key_refused')
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
