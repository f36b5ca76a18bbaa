import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from '../webhooks/event.ts'

/** The headers of a request: as `fetch` and its kin have them (`Headers`), or by name, as Node has them. */
export type WebhookHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a webhook and reads its event, on the merchant's server. `rawBody` is the body exactly as it arrived, as text
 * or as bytes, and `secret` one of TENDER_WEBHOOK_SECRET. Throws the library's `WebhookVerificationError` when the
 * signature is missing, wrong or older than five minutes, and a TypeError for a body that was parsed before. Later
 * versions may send other types: ignore those, and answer 204.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from 'tender-checkout/merchant'
 *
 * export async function receive(request: Request): Promise<void> {
 *   const event = verifyWebhook(await request.text(), request.headers, process.env.TENDER_WEBHOOK_SECRET!)
 *   if (event.type === 'order.paid') console.log(event.id, event.data.current.amount)
 *   if (event.type === 'card.removed') console.log(event.id, event.data.bindingId)
 * }
 * ```
 */
export function verifyWebhook(
  rawBody: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): WebhookEvent {
  const named = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  const single = Object.fromEntries(
    named.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), String(value)]])),
  )
  const body = new Webhook(secret).verify(textOf(rawBody), single) as Omit<WebhookEvent, 'id'>
  return { id: single['webhook-id'], ...body } as WebhookEvent
}

function textOf(body: string | ArrayBuffer | Uint8Array): string {
  if (typeof body === 'string') return body
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new TextDecoder().decode(body)
  throw new TypeError('The body was parsed: verifyWebhook takes it as it arrived, as text or as bytes')
}
