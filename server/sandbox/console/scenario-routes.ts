import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { orderPageAddress } from './order-list.ts'
import type { ConsoleContext } from './context.ts'
import { ScenarioSwitches, OrderChange, givenSwitches } from './scenario-change.ts'
import { explain } from '#server-contract/explain.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { coerce } from '#contract/wire/form.ts'

const Path = z.object({ orderNumber: z.string().check(z.minLength(1), z.maxLength(36)) })

const numberIn = ({ params }: FastifyRequest): string => validated(Path, params).orderNumber

/** The help that the form was sent from. */
function backIn({ query }: FastifyRequest): string | undefined {
  const { back } = query as Readonly<Record<string, unknown>>
  return typeof back === 'string' && back.startsWith('/help?') ? back : undefined
}

/** The switches for all orders, and those of an order number. */
export function mountScenario(app: FastifyInstance, { switches }: ConsoleContext): void {
  const { orders } = switches
  const guarded = { preHandler: refuseStrangers }
  app.get('/scenario', () => switches.read())
  app.post('/scenario', guarded, (request, reply) => {
    switches.set(givenSwitches(readBody(ScenarioSwitches, request)))
    return isForm(request) ? reply.redirect('/', 303) : reply.send(switches.read())
  })
  app.get('/scenario/orders', () => orders.all())
  app.get('/scenario/orders/:orderNumber', (request) => orders.of(numberIn(request)))
  app.post('/scenario/orders/:orderNumber', guarded, (request, reply) => {
    const number = numberIn(request)
    const change = givenSwitches(readBody(OrderChange, request))
    // The page's form sends all switches of the order, a program only the changes.
    if (isForm(request)) orders.clear(number)
    if (Object.keys(change).length) orders.set(number, change)
    return isForm(request)
      ? reply.redirect(backIn(request) ?? orderPageAddress(number), 303)
      : reply.send(orders.of(number))
  })
  app.delete('/scenario/orders/:orderNumber', guarded, (request) => {
    const number = numberIn(request)
    orders.clear(number)
    return orders.of(number)
  })
}

/** The largest step: ten years, in milliseconds. */
const MAX_STEP = 10 * 366 * 86_400_000

const Forward = z.strictObject({ forwardMs: z.int().check(z.minimum(1), z.maximum(MAX_STEP)) })

/** The clock of all parties, `{now, aheadMs}`: Unix milliseconds, and how far it is ahead of the real time. */
export function mountClock(app: FastifyInstance, { clock }: ConsoleContext): void {
  const clockState = () => ({ now: clock.now(), aheadMs: clock.ahead() })
  app.get('/clock', clockState)
  app.post('/clock', { preHandler: refuseStrangers }, (request, reply) => {
    clock.forward(readBody(Forward, request).forwardMs)
    return isForm(request) ? reply.redirect('/', 303) : reply.send(clockState())
  })
}

const isForm = ({ mediaType }: FastifyRequest): boolean => mediaType === 'application/x-www-form-urlencoded'

/** Reads a page's form or a program's JSON; throws on an unknown field or an invalid value, naming field and rule. */
function readBody<Schema extends z.core.$ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
  const { body } = request
  return validated(schema, isForm(request) ? coerce(schema, body ?? {}) : body)
}

/** Returns the validated value; throws a `ProxyError` that names field and rule. */
function validated<Schema extends z.core.$ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const read = z.safeParse(schema, sent)
  if (read.success) return read.data
  const { rule, field } = explain(read.error, sent)
  throw new ProxyError('field_invalid', rule, field)
}

/** Rejects cross-site requests: any page can post a form here, and browsers send Sec-Fetch-Site. */
async function refuseStrangers({ headers }: FastifyRequest): Promise<void> {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ProxyError('origin_refused', 'foreign page')
}
