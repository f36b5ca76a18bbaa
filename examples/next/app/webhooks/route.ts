import { verifyWebhook, type WebhookEvent } from 'tender-checkout/merchant'
import { send } from '../shop'

export async function POST(request: Request): Promise<Response> {
  let event: WebhookEvent
  try {
    event = verifyWebhook(await request.text(), request.headers, process.env.TENDER_WEBHOOK_SECRET!)
  } catch {
    return new Response(null, { status: 400 })
  }
  if (event.type === 'order.paid') send(event.data)
  return new Response(null, { status: 204 })
}
