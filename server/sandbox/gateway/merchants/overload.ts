import type { FastifyInstance } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { Merchant } from './merchants.ts'
import { operationOf } from '../operation-of.ts'
import { namedBy, senderOf } from './sender.ts'

const SECOND = 1000

/** Answers HTTP 429 to a merchant that asks more often in a second than it may (online gateway 7), and does nothing then. */
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
