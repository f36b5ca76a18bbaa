import type { RReq, RRes } from '#contract/three-ds/messages.ts'
import type { PaRes } from '#sandbox/three-ds-1/pa-messages.ts'
import { authorise, refuse } from './authorisation.ts'
import type { Desk } from '../desk.ts'
import type { Order, Secure } from '../orders/order.ts'
import { failureOf, isEnough } from './payment-roads.ts'
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
  (desk: Desk) =>
  (rreq: RReq): RRes => {
    const { messageVersion, threeDSServerTransID, acsTransID } = rreq
    const transaction = desk.transactions.byId(threeDSServerTransID)
    const order = transaction?.challenge?.acsTransID === acsTransID ? waitingFor(desk, transaction) : undefined
    const resultsStatus = order ? '01' : '02'
    desk.journal.note({
      from: '3DS server',
      to: 'ACS',
      what: 'RReq',
      ...(transaction && { order: transaction.orderId }),
      detail: `RRes, resultsStatus ${resultsStatus}`,
    })
    if (transaction && order) conclude(desk, transaction, resultOf(rreq, transaction, order))
    return { messageType: 'RRes', messageVersion, threeDSServerTransID, acsTransID, resultsStatus }
  }

/** Takes a PaRes whose signature is good; the transaction it ends, or `undefined` when it ends none. */
export function takePaRes(desk: Desk, pares: PaRes, mdOrder: string): Transaction | undefined {
  const transaction = desk.transactions.byId(pares.transId)
  if (transaction?.orderId !== mdOrder || !transaction.challenge?.fields['PaReq']) return undefined
  if (waitingFor(desk, transaction)) conclude(desk, transaction, resultOfPaRes(pares))
  return desk.transactions.byId(transaction.id)
}

/** The order of a challenged transaction while it waits for the result; in its life, an order is challenged but once. */
export function waitingFor({ orders }: Desk, { orderId }: Transaction): Order | undefined {
  const order = orders.byId(orderId)
  return order?.state === 'authenticating' ? order : undefined
}

/** Lets the payment end in the background: the access server waits but five seconds, and the browser may never come. */
function conclude(desk: Desk, transaction: Transaction, result: Result): void {
  const order = desk.orders.move(transaction.orderId, 'concluded', { secure: result.secure })!
  const end = finish(desk, order, transaction, result)
  desk.transactions.keep({ ...transaction, end })
}

async function finish(desk: Desk, order: Order, { card }: Transaction, { secure, failure }: Result): Promise<void> {
  if (failure === undefined) await authorise(desk, order, card, secure)
  else refuse(desk, order, failure, secure)
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
