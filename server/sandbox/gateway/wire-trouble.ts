import type { FastifyInstance, FastifyRequest } from 'fastify'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import type { Clock } from '#contract/ports.ts'
import type { Switches } from '#sandbox/scenario/scenario.ts'
import { operationOf } from './operation-of.ts'

const { paymentorder, paymentOrderBinding, motoPayment, recurrentPayment } = gatewayApi
const { walletAPayment, walletADirect, walletBPayment, walletBDirect } = gatewayApi
const payments: ReadonlySet<Operation | undefined> = new Set([
  paymentorder,
  paymentOrderBinding,
  motoPayment,
  recurrentPayment,
  walletAPayment,
  walletADirect,
  walletBPayment,
  walletBDirect,
])

const isPayment = (request: FastifyRequest): boolean => payments.has(operationOf(request))

/** Makes payment calls suffer what the switches say; everything else is left in peace. */
export function makeTrouble(app: FastifyInstance, switches: Switches, clock: Clock): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!isPayment(request)) return
    const { paymentAnswer, gatewayDelay } = switches.read()
    if (paymentAnswer === 'lost-before') {
      reply.hijack()
      reply.raw.destroy()
    } else if (gatewayDelay > 0) await clock.sleep(gatewayDelay)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const trouble = isPayment(request) ? switches.read().paymentAnswer : 'sent'
    // Never calling back is what keeps the answer from being written to the socket that is gone.
    if (trouble === 'lost-after') reply.raw.destroy()
    else if (trouble === 'malformed') done(null, '{"errorCode":')
    else if (trouble === 'error-500') {
      reply.code(500)
      done(null, '{"error":"Internal Server Error"}')
    } else done(null, payload)
  })
}
