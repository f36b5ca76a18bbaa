/**
 * The request was not sent: no byte of it reached the other side.
 *
 * @example
 * ```ts
 * import { NotDelivered, undiciFetch } from 'tender-checkout/server'
 *
 * const send = undiciFetch({ timeoutMs: 10_000 })
 * const url = 'https://gateway.bank.example/payment/se/keys.do'
 * await send(url, { method: 'GET', headers: {} }).catch((error: unknown) => {
 *   if (!(error instanceof NotDelivered)) throw error
 *   console.warn('Nothing was sent; it may be asked again.')
 * })
 * ```
 */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

/** Error codes that occur only while connecting; a server whose certificate is refused is sent nothing. */
const beforeConnecting = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Deno's fetch gives no codes: its message names the step, of which this one is before the request is written. */
const whileConnecting = /: client error \(Connect\): /

/** Whether a failure, or one of its causes, proves that no byte was sent. Anything else may have been delivered. */
export function isUndelivered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isConnecting = beforeConnecting.has(String(code)) || whileConnecting.test(error.message)
  return error instanceof NotDelivered || isConnecting || isUndelivered((error as Error).cause)
}
