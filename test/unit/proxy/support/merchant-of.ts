import type { FastifyInstance } from 'fastify'
import { merchantClient } from '#proxy/merchant/merchant-client.ts'
import { onRequest } from '../../../support/on-request.ts'
import { proxyUrl } from './test-proxy.ts'

export const merchantKey = 'an-api-key-of-the-merchant-canary-32-bytes'

/** The merchant's own client of a proxy in this process. */
export function merchantOf(app: FastifyInstance) {
  const toProxy = onRequest(async (request) => {
    const answer = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: request.url.slice(proxyUrl.length),
      headers: { ...Object.fromEntries(request.headers), host: 'pay.shop.example' },
      payload: await request.text(),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })
  return merchantClient({ base: proxyUrl, apiKey: merchantKey, fetch: toProxy })
}
