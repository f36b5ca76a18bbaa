import { processPaymentWorkflow, refundPaymentWorkflow } from '@medusajs/medusa/core-flows'
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type { BigNumberInput, MedusaContainer, PaymentDTO } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules, PaymentActions } from '@medusajs/framework/utils'
import type { Order, PaymentRecord, WebhookHeaders } from 'tender-checkout/merchant'
import { newPaymentRecord, reconcileOrder, verifyWebhook } from 'tender-checkout/merchant'
import { BANK, sessionOf, toMajor, toMinor, type TenderData } from '../../../modules/tender/service'

export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  let event
  try {
    event = verifyWebhook(req.rawBody as Buffer, req.headers as WebhookHeaders, process.env['TENDER_WEBHOOK_SECRET']!)
  } catch {
    return void res.sendStatus(400)
  }
  if (event.type.startsWith('order.')) {
    const read = event.data as Order
    const id = sessionOf(read.orderNumber)
    // One event after another for each order, in all processes.
    await req.scope.resolve(Modules.LOCKING).execute(`tender-${id}`, () => apply(req.scope, id, read), { timeout: 30 })
  }
  res.sendStatus(204)
}

/** Does what an order of the proxy says. */
async function apply(scope: MedusaContainer, session_id: string, read: Order): Promise<void> {
  const logger = scope.resolve('logger')
  const session = await sessionIn(scope, session_id)
  if (!session) return logger.warn(`No payment session ${session_id}`)
  const { payment, data } = session
  for (const change of reconcileOrder(recordOf(session), read).changes) {
    if (change.type === 'mismatch') logger.error(`${session_id} has another ${change.field} at the bank`)
    if (change.type === 'held' && !payment) await process(PaymentActions.AUTHORIZED, change.amount)
    if (change.type === 'paid') await process(PaymentActions.SUCCESSFUL, change.amount)
    if (change.type === 'released' && payment && !payment.canceled_at)
      await scope.resolve(Modules.PAYMENT).cancelPayment(payment.id)
    if (change.type === 'refunded-elsewhere') await bookRefund(change.amount)
  }

  /** Authorises or captures, and completes the cart, where the page has not done so. */
  async function process(action: PaymentActions, minor: number): Promise<void> {
    const amount = minor === data.amount ? session!.amount : toMajor(minor, data.currency)
    await processPaymentWorkflow(scope).run({ input: { action, data: { session_id, amount } } })
  }

  /** A refund that was made at the bank, which the provider does not send there again. */
  async function bookRefund(minor: number): Promise<void> {
    const payment_id = (await sessionIn(scope, session_id))!.payment!.id
    const amount = toMajor(minor, data.currency)
    await refundPaymentWorkflow(scope).run({ input: { payment_id, amount, created_by: BANK, note: 'At the bank' } })
  }
}

interface Session {
  readonly amount: number
  readonly data: TenderData
  readonly payment?: PaymentDTO
}

async function sessionIn(scope: MedusaContainer, id: string): Promise<Session | undefined> {
  const fields = ['amount', 'data', 'payment.*', 'payment.captures.*', 'payment.refunds.*']
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  return (await query.graph({ entity: 'payment_session', fields, filters: { id } })).data[0] as Session | undefined
}

/** What Medusa has of a payment; its own rows are the record. */
function recordOf({ data, payment }: Session): PaymentRecord {
  const minor = ({ amount }: { amount: BigNumberInput }) => toMinor(amount, data.currency)
  const paid = (payment?.captures ?? []).reduce((sum, capture) => sum + minor(capture), 0)
  const refunds = (payment?.refunds ?? []).map((refund) => ({ refundId: refund.id, amount: minor(refund) }))
  return { ...newPaymentRecord(data), held: payment && !paid ? data.amount : 0, paid, refunds }
}
