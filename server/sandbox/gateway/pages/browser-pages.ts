import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redirect } from '#contract/wire/redirect-page.ts'
import { CRes, Erro, pack, unpack } from '#server-contract/three-ds/messages.ts'
import { sendRedirect } from '#router/redirect-page.ts'
import { readPaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { askRange } from '../payments/access-server.ts'
import { takePaRes, waitingFor } from '../payments/challenge-end.ts'
import type { GatewayContext } from '../context.ts'
import { endOf } from '../orders/order.ts'
import { sendPage } from './pages.ts'
import { paths } from '../payments/paths.ts'
import { refusal } from '../errors/refusal.ts'
import type { ThreeDsTransaction } from '../cards/transactions.ts'

/** Routes the gateway's pages for browsers. */
export function servePages(app: FastifyInstance, context: GatewayContext): void {
  app.get(paths.gather, (_, reply) => sendPage(reply, 200, '3DS server', 'Browser data gathered.'))
  app.get(paths.directMethod, (request, reply) => leadToMethod(context, request, reply))
  app.post(paths.methodEnd, (_, reply) => sendPage(reply, 200, '3DS server', 'The method page is done.'))
  app.post(paths.challengeEnd, (request, reply) => endVersion2(context, request, reply))
  app.post(paths.finish3ds, (request, reply) => endVersion1(context, request, reply))
}

/** Redirects to the access server's method page, which then notifies the gateway and not the merchant. */
async function leadToMethod(
  context: GatewayContext,
  { query }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = context.transactions.byId(fieldIn(query, 'threeDSServerTransID'))
  const range = transaction && (await askRange(context, transaction.orderId, transaction.card.pan))
  if (!range?.threeDSMethodURL) return sendPage(reply, 404, '3DS server', 'This authentication is not known here.')
  const threeDSMethodData = pack({
    threeDSServerTransID: transaction!.id,
    threeDSMethodNotificationURL: context.addresses().gateway + paths.methodEnd,
  })
  return sendRedirect(reply, { action: range.threeDSMethodURL, fields: { threeDSMethodData } })
}

/** A `cres`, which may hold an Erro, only returns the browser: its content is not trusted. */
async function endVersion2(
  context: GatewayContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const packed = fieldIn(request.body, 'cres')
  const cres = unpack(CRes, packed) ?? unpack(Erro, packed)
  const transaction = context.transactions.byId(cres?.threeDSServerTransID)
  noteReturn(context, 'CRes', transaction)
  if (!transaction?.challenge) return sendPage(reply, 404, '3DS server', 'This authentication is not known here.')
  return redirect(context, transaction, reply)
}

async function endVersion1(
  context: GatewayContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pares = readPaRes(fieldIn(request.body, 'PaRes'), context.paResKey)
  const transaction = pares && takePaRes(context, pares, fieldIn(request.body, 'MD'))
  noteReturn(context, 'PaRes', transaction)
  if (!transaction) return sendPage(reply, 404, '3DS server', 'This authentication is not known here.')
  return redirect(context, transaction, reply)
}

const noteReturn = ({ journal }: GatewayContext, what: string, transaction: ThreeDsTransaction | undefined): void =>
  journal.note({
    from: 'browser',
    to: 'gateway',
    what,
    ...(transaction ? { order: transaction.orderId } : { detail: 'not known' }),
  })

async function redirect(
  context: GatewayContext,
  transaction: ThreeDsTransaction,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (waitingFor(context, transaction))
    return sendPage(reply, 409, '3DS server', 'The bank has not reported the result of this authentication.')
  await transaction.end
  const order = context.orders.byId(transaction.orderId)!
  return sendRedirect(reply, { location: transaction.challenge?.finishUrl ?? endOf(order) })
}

/** acsRedirect.do (online gateway 4.6): to the access server during a challenge, else to the order's return address. */
export const toAccessServer =
  ({ orders, transactions }: GatewayContext) =>
  async ({ orderId }: { orderId: string }): Promise<Redirect> => {
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
