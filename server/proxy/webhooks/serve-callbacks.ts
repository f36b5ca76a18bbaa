import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProxyError } from '#contract/proxy-errors.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { unusable } from '../gateway/gateway-failure.ts'
import { orderOfLaterAttempt } from '../orders/attempts.ts'
import { readAttempts } from '../orders/read/attempts.ts'
import { adoptId } from '../orders/read/status.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { orderAt, signedPath, staticPath } from '../orders/callback-address.ts'
import { hintOfCallback } from './card-hints.ts'
import { checksOf, fieldsIn, signedFields, withNames, type Check, type CallbackFields } from './callback-checksum.ts'
import { READ_INTERVAL, type OrderWatcher } from './order-watcher.ts'
import { oneAtATimeByKey } from '../store/one-at-a-time.ts'
import type { CallbackKeys } from '../config/webhook-settings.ts'
import { throttled } from '../store/throttle.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Serves the gateway's callbacks, and starts the follow-ups; events that are being sent when the proxy closes are finished. */
export async function openWebhooks(app: FastifyInstance, proxy: ProxyContext, watcher: OrderWatcher): Promise<void> {
  const { webhook } = proxy.config
  proxy.follower.start(watcher.find)
  if (webhook) await app.register(async (scope) => serveCallbacks(scope, proxy, watcher, webhook.callbacks))
  app.addHook('onClose', async () => {
    await proxy.follower.close()
    await watcher.close()
    await proxy.webhooks.close()
  })
}

/**
 * Handles the gateway's callbacks (online gateway 6), by GET and by POST alike. A callback is a hint: the order's
 * status is read, and 200 means that the merchant's server is notified of the state; after 503 the gateway repeats the
 * callback (family).
 */
function serveCallbacks(app: FastifyInstance, proxy: ProxyContext, watcher: OrderWatcher, keys: CallbackKeys): void {
  const checks = checksOf(keys)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: FastifyRequest, body: string) => body)
  serve(app, signedPath, async ({ params, method, url, body }, reply) => {
    const orderNumber = orderAt(proxy.signer, params as { number: string; proof: string })
    if (orderNumber === undefined) throw new ProxyError('not_found')
    await adopt(proxy, orderNumber, formsOf({ method, url, body }))
    return answered(reply, await watcher.check(orderNumber))
  })
  if (!checks.length) return
  const throttle = throttled(proxy.clock, READ_INTERVAL)
  const orderOf = oneAtATimeByKey(async (number) => {
    if (orderOfLaterAttempt(number) !== undefined) await throttle(number)
    return orderOfNumber(proxy, number)
  })
  const numberOf = oneAtATimeByKey(async (orderId) => {
    await throttle(orderId)
    return numberOfId(proxy, orderId)
  })
  serve(app, staticPath, async (request, reply) => {
    const fields = verified(proxy, checks, request)
    const { mdOrder, orderNumber: given } = fields
    const number = given ?? (mdOrder === undefined ? undefined : await numberOf(mdOrder))
    const orderNumber = number === undefined ? undefined : await orderOf(number)
    const hint = hintOfCallback(fields, proxy.clock.now())
    const isSent =
      !hint || (await proxy.webhooks.sendCard({ ...hint, ...(orderNumber !== undefined && { orderNumber }) }))
    return answered(reply, (orderNumber === undefined || (await watcher.check(orderNumber))) && isSent)
  })
}

/** A callback has an effect by GET too, which a HEAD must not have, so HEAD is refused. */
function serve(app: FastifyInstance, url: string, handler: Handler): void {
  app.route({ method: ['GET', 'POST'], url, handler, exposeHeadRoute: false })
}

function answered(reply: FastifyReply, isDelivered: boolean): FastifyReply {
  if (!isDelivered) throw new ProxyError('busy', 'The webhook could not be delivered yet; repeat the callback.')
  return reply.type('text/plain').send('OK')
}

/** The fields of a callback that the gateway has signed; throws `checksum_refused` for any other. */
function verified(
  { log }: Pick<ProxyContext, 'log'>,
  checks: readonly Check[],
  { method, url, body }: FastifyRequest,
): CallbackFields {
  for (const form of formsOf({ method, url, body })) {
    const fields = signedFields(checks, form)
    if (fields) return fields
  }
  log.warn({ op: 'callback', code: 'checksum_refused' })
  throw new ProxyError('checksum_refused')
}

type CallbackRequest = Pick<FastifyRequest, 'method' | 'url' | 'body'>

/** Where the parameters may be: in the query of a GET; in the form of a POST, or in its query. */
function formsOf({ method, url, body }: CallbackRequest): readonly CallbackFields[] {
  const [, query = ''] = url.split(/\?(.*)/s)
  const texts = method === 'GET' ? [query] : [String(body ?? ''), query]
  return texts.map(fieldsIn).filter((fields) => fields !== undefined)
}

/** A callback about the order, or about a later attempt of it, may name an orderId whose answer was lost. */
async function adopt(proxy: ProxyContext, base: string, forms: readonly CallbackFields[]): Promise<void> {
  const { mdOrder, orderNumber: number = base } = forms.map(withNames).find((form) => form['mdOrder']) ?? {}
  if (!mdOrder || (number !== base && orderOfLaterAttempt(number) !== base)) return
  await adoptId(proxy, number, mdOrder).catch(() => {}) // the gateway repeats its callbacks
}

/** The number of an order that a callback names by its orderId alone; `undefined` where the gateway knows none. */
async function numberOfId({ gateway }: ProxyContext, orderId: string): Promise<string | undefined> {
  const result = await gateway.getOrderStatusExtended({ orderId })
  if (result.kind === 'answered') return result.answer.orderNumber
  if (isRefusedAs(result, 'orderUnknown')) return undefined
  throw unusable(result)
}

/**
 * The order that a number belongs to, which may be that of a later attempt; a callback about a stored card has no
 * number.
 */
async function orderOfNumber(proxy: ProxyContext, number: string): Promise<string> {
  const base = orderOfLaterAttempt(number)
  if (base === undefined) return number
  const attempts = await readAttempts(proxy, base, true)
  return attempts.some((attempt) => attempt.number === number) ? base : number
}
