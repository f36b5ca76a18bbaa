import type { MedusaContainer, PaymentCollectionDTO, PaymentSessionDTO } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { deletePaymentSessionsWorkflow } from '@medusajs/medusa/core-flows'

/**
 * Closes at the bank what a cancelled order still owes, so that a page that is open pays it no more, and gives back what
 * it holds. Medusa does not do the first, and cancels an order also where the second has failed.
 */
export default async function closeCancelled(container: MedusaContainer): Promise<void> {
  const fields = ['payment_sessions.id', 'payment_sessions.payment.*', 'payment_sessions.payment.captures.id']
  const filters = { status: 'canceled' as const, updated_at: { $gt: new Date(Date.now() - 24 * 60 * 60_000) } }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'payment_collection', fields, filters })
  const close = async ({ id, payment }: PaymentSessionDTO): Promise<void> => {
    if (!payment) await deletePaymentSessionsWorkflow(container).run({ input: { ids: [id] } })
    else if (!payment.canceled_at && !payment.captures?.length)
      await container.resolve(Modules.PAYMENT).cancelPayment(payment.id)
  }
  await Promise.all((data as PaymentCollectionDTO[]).flatMap((one) => one.payment_sessions!.map(close)))
}

export const config = { name: 'tender-close-cancelled', schedule: { interval: 5000 } }
