import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readBody, isForm, validated, refuseStrangers } from './read-body.ts'
import { orderPageAddress } from './order-list.ts'
import type { ConsoleContext } from './context.ts'
import { ScenarioSwitches, OrderChange, givenSwitches } from './scenario-change.ts'

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
