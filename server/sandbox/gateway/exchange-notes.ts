import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasErrorCode } from '#server-contract/gateway/error-codes.ts'
import type { Entry, Journal } from '#ports/journal.ts'
import { operationOf } from './operation-of.ts'

type Fields = Readonly<Record<string, unknown>>

/** Records every request to the gateway and its answer; no request field is recorded except the order's ids. */
export function noteExchanges(app: FastifyInstance, journal: Journal): void {
  app.addHook('preHandler', async (request) => {
    const message = exchangeOf(request)
    if (message) journal.note(message)
  })
  app.addHook('onSend', async (request, _, payload) => {
    const message = exchangeOf(request)
    const answer = message && answerIn(payload)
    if (!message || !answer) return
    const order = idIn(answer) ?? idIn(answer['data'] as Fields | undefined) ?? message.order
    journal.note({ ...message, from: message.to, to: message.from, ...(order && { order }), detail: response(answer) })
  })
}

function exchangeOf(request: FastifyRequest): Omit<Entry, 'at'> | undefined {
  const operation = operationOf(request)
  if (!operation) return undefined
  const { body, query } = request
  const order = nameIn((operation.method === 'GET' ? query : body) as Fields | undefined)
  return {
    from: operation.answers === 'page' ? 'browser' : 'proxy',
    to: 'gateway',
    what: operation.path.slice(operation.path.lastIndexOf('/') + 1),
    ...(order && { order }),
  }
}

const idIn = (fields: Fields | undefined): string | undefined =>
  textOf(fields?.['orderId']) ?? textOf(fields?.['mdOrder'])

const nameIn = (fields: Fields | undefined): string | undefined =>
  orderFields.map((name) => textOf(fields?.[name])).find((value) => value !== undefined)

/** The fields that identify an order, the gateway's own id first; before registration there is only the number. */
export const orderFields = ['MDORDER', 'mdOrder', 'orderId', 'orderNumber', 'threeDSServerTransId']

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 36) : undefined)

function answerIn(payload: unknown): Fields | undefined {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return undefined
  return JSON.parse(payload) as Fields
}

/** Summaries of an answer; the first row that matches is used. */
const words: readonly (readonly [fits: (answer: Fields) => boolean, sentence: (answer: Fields) => string])[] = [
  [
    ({ errorCode: code = 0 }) => !hasErrorCode({ errorCode: Number(code) }, 'success'),
    (it) => `errorCode ${it['errorCode']}: ${it['errorMessage']}`,
  ],
  [({ success }) => success === false, (it) => `refused: ${(it['error'] as Fields | undefined)?.['message']}`],
  [({ success }) => success === true, () => 'processed'],
  [
    ({ ErrorCode: code = 0 }) => !hasErrorCode({ errorCode: Number(code) }, 'success', 'paymentDeclined'),
    (it) => `ErrorCode ${it['ErrorCode']}: ${it['ErrorMessage']}`,
  ],
  [({ OrderStatus }) => OrderStatus !== undefined, (it) => `OrderStatus ${it['OrderStatus']}`],
  [({ orderStatuses }) => Array.isArray(orderStatuses), (it) => `${it['totalCount']} orders`],
  [
    ({ orderStatus }) => orderStatus !== undefined && typeof orderStatus !== 'object',
    (it) => `orderStatus ${it['orderStatus']}, actionCode ${it['actionCode']}`,
  ],
  [({ acsUrl }) => acsUrl !== undefined, () => 'challenge'],
  [({ threeDSServerTransId }) => threeDSServerTransId !== undefined, () => 'authenticate'],
  [({ error }) => error !== undefined, () => 'declined'],
  [({ redirect }) => redirect !== undefined, () => 'processed'],
  [({ orderId }) => orderId !== undefined, () => 'registered'],
  [({ qrStatus }) => qrStatus !== undefined, (it) => `qrStatus ${it['qrStatus']}`],
]

const response = (answer: Fields): string => words.find(([fits]) => fits(answer))?.[1](answer) ?? 'done'
