import type { FastifyInstance } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { Merchant } from './merchants.ts'
import { operationOf } from '../operation-of.ts'
import { namedBy, senderOf } from './sender.ts'

const SECOND = 1000

/** Rejects requests above a merchant's limit per second with HTTP 429 (online gateway 7). */
export function limitRequests(app: FastifyInstance, merchants: readonly Merchant[], clock: Clock): void {
  const recent = new Map<string, readonly number[]>()
  app.addHook('preHandler', async (request, reply) => {
    const operation = operationOf(request)
    const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>
    const merchant = operation && merchants.find(namedBy(senderOf(operation, fields)))
    if (merchant?.requestsPerSecond === undefined) return
    const now = clock.now()
    const times = (recent.get(merchant.login) ?? []).filter((at) => now - at < SECOND)
    if (times.length >= merchant.requestsPerSecond) return reply.code(429).send({ error: 'Too Many Requests' })
    recent.set(merchant.login, [...times, now])
  })
}
