import type { FastifyInstance } from 'fastify'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/** A webhook as the shop stores it. */
interface Kept {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: { readonly orderNumber?: string }
}

const MOST_ORDERS = 500
const MOST_NOTICES = 20

/** Receives the proxy's webhooks at `/webhooks`, and serves the latest of each order at `/webhooks/<orderNumber>`. */
export function takeWebhooks(app: FastifyInstance, secret: string): void {
  const webhook = new Webhook(secret)
  const kept = new Map<string, readonly Kept[]>()
  const keep = (event: Kept): void => {
    const order = event.data.orderNumber ?? ''
    const before = kept.get(order) ?? []
    // A repeated id is the same webhook, delivered again.
    if (before.some(({ id }) => id === event.id)) return
    kept.delete(order)
    kept.set(order, [...before, event].slice(-MOST_NOTICES))
    if (kept.size > MOST_ORDERS) kept.delete(kept.keys().next().value!)
  }
  app.register(async (route) => {
    // The signature covers the raw bytes.
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) => body)
    route.post('/webhooks', async ({ body, headers }, reply) => {
      try {
        const message = webhook.verify(body as string, headers as Record<string, string>) as Omit<Kept, 'id'>
        keep({ id: headers['webhook-id'] as string, ...message })
        return reply.code(204).send()
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error
        return reply.code(401).send({ error: error.message })
      }
    })
  })
  app.get<{ Params: { orderNumber: string } }>('/webhooks/:orderNumber', async ({ params }, reply) =>
    reply.header('cache-control', 'no-store').send(kept.get(params.orderNumber) ?? []),
  )
}
