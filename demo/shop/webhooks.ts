import type { FastifyInstance } from 'fastify'
import { WebhookVerificationError } from 'standardwebhooks'
import { verifyWebhook } from '#proxy/shop-server/verify-webhook.ts'

/** A webhook as the shop stores it. */
interface Kept {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: { readonly orderNumber?: string | undefined; readonly clientId?: string | undefined }
}

const MOST_LISTS = 500
const MOST_EVENTS = 20

/** The lists that an event belongs to: that of its order, and that of its client where it is about a stored card. */
function listsOf({ type, data: { orderNumber, clientId } }: Kept): readonly string[] {
  const cards = type.startsWith('card.') && clientId !== undefined ? [`client ${clientId}`] : []
  return orderNumber === undefined && cards.length ? cards : [`order ${orderNumber ?? ''}`, ...cards]
}

/**
 * Receives the proxy's webhooks at `/webhooks`, and serves the latest of each order at `/webhooks/<orderNumber>`, and
 * those about the stored cards of a client at `/webhooks/clients/<clientId>`.
 */
export function takeWebhooks(app: FastifyInstance, secret: string): void {
  const kept = new Map<string, readonly Kept[]>()
  const keepIn = (list: string, event: Kept): void => {
    const before = kept.get(list) ?? []
    // A repeated id is the same webhook, delivered again.
    if (before.some(({ id }) => id === event.id)) return
    kept.delete(list)
    kept.set(list, [...before, event].slice(-MOST_EVENTS))
    if (kept.size > MOST_LISTS) kept.delete(kept.keys().next().value!)
  }
  const keep = (event: Kept): void => {
    for (const list of listsOf(event)) keepIn(list, event)
  }
  app.register(async (route) => {
    // The signature covers the raw bytes.
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) => body)
    route.post('/webhooks', async ({ body, headers }, reply) => {
      try {
        keep(verifyWebhook(body as string, headers, secret))
        return reply.code(204).send()
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error
        return reply.code(401).send({ error: error.message })
      }
    })
  })
  const serve = (path: string, kind: 'order' | 'client'): void =>
    void app.get<{ Params: { name: string } }>(path, async ({ params }, reply) =>
      reply.header('cache-control', 'no-store').send(kept.get(`${kind} ${params.name}`) ?? []),
    )
  serve('/webhooks/:name', 'order')
  serve('/webhooks/clients/:name', 'client')
}
