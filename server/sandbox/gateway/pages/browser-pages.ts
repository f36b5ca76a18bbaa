import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Hop } from '#contract/hop.ts'
import { CRes, pack, unpack } from '#contract/three-ds/messages.ts'
import { sendHop } from '#router/hop.ts'
import { readPaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { askRange } from '../payments/access-server.ts'
import { takePaRes, waitingFor } from '../payments/challenge-end.ts'
import type { Desk } from '../desk.ts'
import { endOf } from '../orders/order.ts'
import { sendPage } from './pages.ts'
import { paths } from './paths.ts'
import { refusal } from '../errors/refusal.ts'
import type { Transaction } from '../payments/transactions.ts'

/** Routes what browsers come to the gateway for. */
export function servePages(app: FastifyInstance, desk: Desk): void {
  app.get(paths.gather, (_, reply) => sendPage(reply, 200, '3DS server', 'Browser data gathered.'))
  app.get(paths.directMethod, (request, reply) => leadToMethod(desk, request, reply))
  app.post(paths.methodEnd, (_, reply) => sendPage(reply, 200, '3DS server', 'The method page is done.'))
  app.post(paths.challengeEnd, (request, reply) => endVersion2(desk, request, reply))
  app.post(paths.finish3ds, (request, reply) => endVersion1(desk, request, reply))
}

/** Leads to the access server's method page, which then notifies the gateway and not the merchant. */
async function leadToMethod(desk: Desk, { query }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const transaction = desk.transactions.byId(fieldIn(query, 'threeDSServerTransID'))
  const range = transaction && (await askRange(desk, transaction.orderId, transaction.card.pan))
  if (!range?.threeDSMethodURL) return sendPage(reply, 404, '3DS server', 'This authentication is not known here.')
  const threeDSMethodData = pack({
    threeDSServerTransID: transaction!.id,
    threeDSMethodNotificationURL: desk.addresses().gateway + paths.methodEnd,
  })
  return sendHop(reply, { action: range.threeDSMethodURL, fields: { threeDSMethodData } })
}

/** A `cres` only brings the browser back: nothing in it is believed. */
async function endVersion2(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const cres = unpack(CRes, fieldIn(request.body, 'cres'))
  const transaction = desk.transactions.byId(cres?.threeDSServerTransID)
  noteReturn(desk, 'CRes', transaction)
  if (!transaction?.challenge) return sendPage(reply, 404, '3DS server', 'This authentication is not known here.')
  return leave(desk, transaction, reply)
}

async function endVersion1(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const pares = readPaRes(fieldIn(request.body, 'PaRes'), desk.paResKey)
  const transaction = pares && takePaRes(desk, pares, fieldIn(request.body, 'MD'))
  noteReturn(desk, 'PaRes', transaction)
  if (!transaction) return sendPage(reply, 404, '3DS server', 'This authentication is not known here.')
  return leave(desk, transaction, reply)
}

const noteReturn = ({ journal }: Desk, what: string, transaction: Transaction | undefined): void =>
  journal.note({
    from: 'browser',
    to: 'gateway',
    what,
    ...(transaction ? { order: transaction.orderId } : { detail: 'not known' }),
  })

async function leave(desk: Desk, transaction: Transaction, reply: FastifyReply): Promise<FastifyReply> {
  if (waitingFor(desk, transaction))
    return sendPage(reply, 409, '3DS server', 'The bank has not told the result of this authentication.')
  await transaction.end
  const order = desk.orders.byId(transaction.orderId)!
  return sendHop(reply, { location: transaction.challenge?.finishUrl ?? endOf(order) })
}

/** acsRedirect.do (online gateway 4.6): to the access server while it is waited for, else where the payer ends. */
export const toAccessServer =
  ({ orders, transactions }: Desk) =>
  async ({ orderId }: { orderId: string }): Promise<Hop> => {
    const order = orders.byId(orderId)
    if (!order) throw refusal('unknown', undefined)
    const { challenge, end } = transactions.byId(order.transaction) ?? {}
    if (order.state === 'authenticating' && challenge) return { action: challenge.acsUrl, fields: challenge.fields }
    await end
    return { location: endOf(orders.byId(orderId)!) }
  }

const fieldIn = (body: unknown, name: string): string => {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
