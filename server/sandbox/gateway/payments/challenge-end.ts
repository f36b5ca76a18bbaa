import type { RReq, RRes } from '#contract/three-ds/messages.ts'
import type { PaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { authorise, refuse } from './authorisation.ts'
import type { GatewayContext } from '../context.ts'
import type { Order, Secure } from '../orders/order.ts'
import { failureOf, isEnough } from './three-ds-paths.ts'
import type { Transaction } from './transactions.ts'

/** What the access server says became of a challenge; `failure` is the actionCode where it was not passed. */
interface Result {
  readonly secure: Secure
  readonly failure?: number
}

const PAYER_LEFT = -2009
const CANCELLED = '01'

/** Takes an RReq: the only word on a challenge that counts, and only the first for a payment that waits for one. */
export const takeRReq =
  (context: GatewayContext) =>
  (rreq: RReq): RRes => {
    const { messageVersion, threeDSServerTransID, acsTransID } = rreq
    const transaction = context.transactions.byId(threeDSServerTransID)
    const order = transaction?.challenge?.acsTransID === acsTransID ? waitingFor(context, transaction) : undefined
    const resultsStatus = order ? '01' : '02'
    context.journal.note({
      from: '3DS server',
      to: 'ACS',
      what: 'RReq',
      ...(transaction && { order: transaction.orderId }),
      detail: `RRes, resultsStatus ${resultsStatus}`,
    })
    if (transaction && order) conclude(context, transaction, resultOf(rreq, transaction, order))
    return { messageType: 'RRes', messageVersion, threeDSServerTransID, acsTransID, resultsStatus }
  }

/** Takes a PaRes whose signature is good; the transaction it ends, or `undefined` when it ends none. */
export function takePaRes(context: GatewayContext, pares: PaRes, mdOrder: string): Transaction | undefined {
  const transaction = context.transactions.byId(pares.transId)
  if (transaction?.orderId !== mdOrder || !transaction.challenge?.fields['PaReq']) return undefined
  if (waitingFor(context, transaction)) conclude(context, transaction, resultOfPaRes(pares))
  return context.transactions.byId(transaction.id)
}

/** The order of a challenged transaction while it waits for the result; in its life, an order is challenged but once. */
export function waitingFor({ orders }: GatewayContext, { orderId }: Transaction): Order | undefined {
  const order = orders.byId(orderId)
  return order?.state === 'authenticating' ? order : undefined
}

/** Lets the payment end in the background: the access server waits but five seconds, and the browser may never come. */
function conclude(context: GatewayContext, transaction: Transaction, result: Result): void {
  const order = context.orders.move(transaction.orderId, 'concluded', { secure: result.secure })!
  const end = finish(context, order, transaction, result)
  context.transactions.keep({ ...transaction, end })
}

async function finish(
  context: GatewayContext,
  order: Order,
  { card }: Transaction,
  { secure, failure }: Result,
): Promise<void> {
  if (failure === undefined) await authorise(context, order, card, secure)
  else refuse(context, order, failure, secure)
}

function resultOf(rreq: RReq, { challenge }: Transaction, order: Order): Result {
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
    ...(!passed && { failure: challengeCancel === CANCELLED ? PAYER_LEFT : failureOf(transStatus) }),
  }
}

const resultOfPaRes = ({ transStatus, eci, cavv, cancelled, transId }: PaRes): Result => ({
  secure: { type: '3', xid: transId, ...(eci !== undefined && { eci }), ...(cavv !== undefined && { cavv }) },
  ...(transStatus !== 'Y' && { failure: cancelled ? PAYER_LEFT : failureOf(transStatus) }),
})
