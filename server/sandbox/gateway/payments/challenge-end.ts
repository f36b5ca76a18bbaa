import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { RReq, RRes } from '#server-contract/three-ds/messages.ts'
import type { PaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { MessageRefused } from '#sandbox/three-ds-2/serve-messages.ts'
import { authorise, refusePayment } from './authorisation.ts'
import type { GatewayContext } from '../context.ts'
import type { Order, Secure } from '../orders/order.ts'
import { failureOf, isEnough } from './three-ds-paths.ts'
import type { ThreeDsTransaction } from '../cards/transactions.ts'

/** The access server's result of a challenge; `failure` is the actionCode if it was not passed. */
interface Result {
  readonly secure: Secure
  readonly failure?: number
}

/** challengeCancel of a payer who cancelled, or who did not come back in time, with the page opened or not. */
const left: ReadonlySet<string | undefined> = new Set(['01', '04', '05'])

/**
 * Handles an RReq, the only trusted result of a 3DS 2 challenge; only the first one counts for a waiting payment. Throws
 * {@link MessageRefused} where its transaction ids are of no challenge.
 */
export const takeRReq =
  (context: GatewayContext) =>
  (rreq: RReq): RRes => {
    const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq
    const transaction = context.transactions.byId(threeDSServerTransID)
    const answered = (detail: string): void =>
      context.journal.note({
        from: '3DS server',
        to: 'ACS',
        what: 'RReq',
        ...(transaction && { order: transaction.orderId }),
        detail,
      })
    const { challenge } = transaction ?? {}
    if (!transaction || challenge?.acsTransID !== acsTransID || challenge.dsTransID !== dsTransID) {
      answered('Erro 301')
      throw new MessageRefused('301', 'threeDSServerTransID, acsTransID and dsTransID must be those of one challenge')
    }
    const order = waitingFor(context, transaction)
    const resultsStatus = order ? '01' : '02'
    answered(`RRes, resultsStatus ${resultsStatus}`)
    if (order) conclude(context, transaction, resultOf(rreq, transaction, order))
    return { messageType: 'RRes', messageVersion, threeDSServerTransID, acsTransID, dsTransID, resultsStatus }
  }

/** Handles a PaRes with a valid signature; returns its transaction, or `undefined` if it matches none. */
export function takePaRes(context: GatewayContext, pares: PaRes, mdOrder: string): ThreeDsTransaction | undefined {
  const transaction = context.transactions.byId(pares.transId)
  if (transaction?.orderId !== mdOrder || !transaction.challenge?.fields['PaReq']) return undefined
  if (waitingFor(context, transaction)) conclude(context, transaction, resultOfPaRes(pares))
  return context.transactions.byId(transaction.id)
}

/** The order of a challenged transaction while it waits for the result; an order is challenged only once. */
export function waitingFor({ orders }: GatewayContext, { orderId }: ThreeDsTransaction): Order | undefined {
  const order = orders.byId(orderId)
  return order?.state === 'authenticating' ? order : undefined
}

/** Finishes the payment in the background: the access server waits five seconds only, the browser may not return. */
function conclude(context: GatewayContext, transaction: ThreeDsTransaction, result: Result): void {
  const order = context.orders.move(transaction.orderId, 'concluded', { secure: result.secure })!
  const end = finish(context, order, transaction, result)
  context.transactions.keep({ ...transaction, end })
}

async function finish(
  context: GatewayContext,
  order: Order,
  { card }: ThreeDsTransaction,
  { secure, failure }: Result,
): Promise<void> {
  if (failure === undefined) await authorise(context, order, card, secure)
  else refusePayment(context, order, failure, secure)
}

function resultOf(rreq: RReq, { challenge }: ThreeDsTransaction, order: Order): Result {
  const { transStatus, eci, authenticationValue, dsTransID, challengeCancel } = rreq
  const passed = (transStatus === 'Y' || transStatus === 'A') && isEnough(order, transStatus)
  return {
    secure: {
      ...order.secure,
      type: transStatus === 'A' ? '5' : '3',
      aRes: 'C',
      rReq: transStatus,
      xid: dsTransID,
      ...(challenge?.version !== undefined && { version: challenge.version }),
      ...(eci !== undefined && { eci }),
      ...(authenticationValue !== undefined && { cavv: authenticationValue }),
    },
    ...(!passed && { failure: left.has(challengeCancel) ? actionCode.payerLeft : failureOf(transStatus) }),
  }
}

const resultOfPaRes = ({ transStatus, eci, cavv, cancelled, transId }: PaRes): Result => ({
  secure: { type: '3', xid: transId, ...(eci !== undefined && { eci }), ...(cavv !== undefined && { cavv }) },
  ...(transStatus !== 'Y' && { failure: cancelled ? actionCode.payerLeft : failureOf(transStatus) }),
})
