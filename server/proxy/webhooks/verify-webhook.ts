import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from './event.ts'

/** The headers of a request, as Node has them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a webhook and reads its event, on the merchant's server. `rawBody` is the body exactly as it arrived, and
 * `secret` one of TENDER_WEBHOOK_SECRET. Throws the library's `WebhookVerificationError` when the signature is missing,
 * wrong or older than five minutes. Later versions may send other types: ignore those, and answer 204.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from 'tender-checkout/server'
 *
 * export function receive(rawBody: string, headers: Record<string, string>): void {
 *   const event = verifyWebhook(rawBody, headers, process.env.TENDER_WEBHOOK_SECRET!)
 *   if (event.type === 'order.paid') console.log(event.id, event.data.current.amount)
 *   if (event.type === 'card.removed') console.log(event.id, event.data.bindingId)
 * }
 * ```
 */
export function verifyWebhook(rawBody: string | Buffer, headers: WebhookHeaders, secret: string): WebhookEvent {
  const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const body = new Webhook(secret).verify(rawBody, single) as Omit<WebhookEvent, 'id'>
  return { id: single['webhook-id'], ...body } as WebhookEvent
}
