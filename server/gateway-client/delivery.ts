/**
 * The request was not sent: no byte of it reached the other side.
 *
 * @example
 * ```ts
 * import { merchantClient, NotDelivered } from 'tender-checkout/server'
 *
 * const merchant = merchantClient({ base: 'https://pay.shop.example', apiKey: process.env.TENDER_API_KEY! })
 * await merchant.cancel({ orderNumber: 'A-17' }).catch((error: unknown) => {
 *   if (!(error instanceof NotDelivered)) throw error
 *   console.warn('Nothing was sent; it may be asked again.')
 * })
 * ```
 */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

/** Error codes that occur only while connecting. */
const beforeConnecting = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether a failure, or one of its causes, proves that no byte was sent. Anything else may have been delivered. */
export function isUndelivered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return error instanceof NotDelivered || beforeConnecting.has(String(code)) || isUndelivered((error as Error).cause)
}
