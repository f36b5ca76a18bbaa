import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { LockStore } from '#proxy/locks/lock-store.ts'
import { openTestProxy } from '../support/test-proxy.ts'

export const apiKey = 'an-api-key-of-the-merchant-canary-32-bytes'
export const nextKey = 'the-api-key-that-comes-after-it-canary-32'

/** The default of TENDER_LOCK_TTL_MS. */
const LOCK_TTL = 75_000

/** A proxy with the merchant API enabled, and a client for the merchant's server. */
export async function openCounter(locks?: LockStore) {
  const proxy = await openTestProxy({ env: { TENDER_API_KEYS: `${apiKey},${nextKey}` }, ...(locks && { locks }) })
  // The process is older than any request that an earlier process could have sent.
  proxy.clock.advance(LOCK_TTL)
  const { gateway } = proxy
  gateway.state.isWhole = true
  const send = async (path: string, body?: unknown, more: InjectOptions = {}): Promise<Answer> =>
    proxy.send({
      method: body === undefined ? 'GET' : 'POST',
      url: `/merchant/${path}`,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...more,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more.headers,
      },
    })
  return {
    proxy,
    gateway,
    send,
    order: async (path: string, body?: unknown) => (await send(path, body)).json<Order>(),
    refusal: async (path: string, body?: unknown) => {
      const answer = await send(path, body)
      return { status: answer.statusCode, ...answer.json<Refusal>().error }
    },
    /** Adds an order in any state to the gateway. */
    add: (
      number: string,
      status: number,
      change: { amount?: number; actionCode?: number; twoPhase?: boolean } = {},
    ) => {
      const { amount = 4990, actionCode = status === 0 ? -100 : 0, twoPhase = false } = change
      const terms = { orderNumber: number, amount, currency: '978', returnUrl: 'https://shop.example' }
      return Object.assign(gateway.add(terms, twoPhase), { status, actionCode })
    },
  }
}
