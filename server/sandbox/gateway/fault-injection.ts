import { orderFields } from './exchange-notes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import type { Clock } from '#contract/ports.ts'
import type { Scenario, Switches, WireAnswer } from '#sandbox/scenario/fault-switches.ts'
import { methodFaults } from './methods/methods.ts'
import { operationOf } from './operation-of.ts'

interface Pair {
  readonly delay: 'gatewayDelay' | 'registerDelay' | 'statusDelay' | 'moneyDelay' | 'bindingDelay'
  readonly answer: 'paymentAnswer' | 'registerAnswer' | 'statusAnswer' | 'moneyAnswer' | 'bindingAnswer'
}

const kinds = {
  payment: { delay: 'gatewayDelay', answer: 'paymentAnswer' },
  registration: { delay: 'registerDelay', answer: 'registerAnswer' },
  status: { delay: 'statusDelay', answer: 'statusAnswer' },
  money: { delay: 'moneyDelay', answer: 'moneyAnswer' },
  binding: { delay: 'bindingDelay', answer: 'bindingAnswer' },
} as const satisfies Record<string, Pair>
const { payment, registration, status, money, binding } = kinds

/** Operations that are not listed, those of browsers, have no faults. */
const pairs: ReadonlyMap<Operation | undefined, Pair> = new Map<Operation, Pair>([
  [gatewayApi.paymentorder, payment],
  [gatewayApi.paymentOrderBinding, payment],
  [gatewayApi.motoPayment, payment],
  [gatewayApi.instantPayment, payment],
  [gatewayApi.finish3dsVer2Payment, payment],
  [gatewayApi.recurrentPayment, payment],
  [gatewayApi.walletAPayment, payment],
  [gatewayApi.walletADirect, payment],
  [gatewayApi.walletBPayment, payment],
  [gatewayApi.walletBDirect, payment],
  [gatewayApi.register, registration],
  [gatewayApi.registerPreAuth, registration],
  [gatewayApi.addParams, registration],
  [gatewayApi.getOrderStatusExtended, status],
  [gatewayApi.getOrderStatus, status],
  [gatewayApi.acknowledge, status],
  [gatewayApi.getLastOrdersForMerchants, status],
  [gatewayApi.getReceiptStatus, status],
  [gatewayApi.verifyEnrollment, status],
  [gatewayApi.deposit, money],
  [gatewayApi.reverse, money],
  [gatewayApi.refund, money],
  [gatewayApi.decline, money],
  [gatewayApi.getBindings, binding],
  [gatewayApi.bindCard, binding],
  [gatewayApi.unBindCard, binding],
  [gatewayApi.extendBinding, binding],
  [gatewayApi.createBindingNoPayment, binding],
  ...methodFaults.map(([operation, kind]) => [operation, kinds[kind]] as const),
])

interface Faults {
  readonly delay: number
  readonly answer: WireAnswer
}

/** Injects the faults that the switches set for the order of a call, or for all orders. */
export function injectFaults(app: FastifyInstance, switches: Switches, clock: Clock): void {
  const suffered = new WeakMap<FastifyRequest, Faults>()
  app.addHook('preHandler', async (request, reply) => {
    const pair = pairs.get(operationOf(request))
    if (!pair) return undefined
    const faults = faultsOf(switches.read(orderIn(request)), pair)
    if (faults.answer === 'lost-before') return void cut(reply)
    if (faults.delay > 0) await clock.sleep(faults.delay)
    const status = statusIn(faults.answer, 'refused')
    if (status !== undefined) return reply.code(status).type('application/json').send(errorBody(status))
    suffered.set(request, faults)
    return undefined
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { answer } = suffered.get(request) ?? { answer: 'sent' }
    const status = statusIn(answer, 'error')
    // `done` is not called, so that no answer is written to the destroyed socket.
    if (answer === 'lost-after') reply.raw.destroy()
    else if (answer === 'malformed') done(null, '{"errorCode":')
    else if (status !== undefined) done(null, errorBody(reply.code(status).statusCode))
    else done(null, payload)
  })
}

const faultsOf = (scenario: Scenario, { delay, answer }: Pair): Faults => ({
  delay: scenario[delay],
  answer: scenario[answer],
})

function cut(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}

/** The HTTP status in an answer: 429 of `refused-429`. */
const statusIn = (answer: WireAnswer, when: 'refused' | 'error'): number | undefined =>
  answer.startsWith(`${when}-`) ? Number(answer.slice(when.length + 1)) : undefined

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
}

const errorBody = (status: number): string => JSON.stringify({ error: reasons[status] })

function orderIn({ body, query }: FastifyRequest): string | undefined {
  const fields = { ...(query as object), ...(body as object | null) } as Readonly<Record<string, unknown>>
  return orderFields.map((name) => fields[name]).find((value) => typeof value === 'string')
}
