import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import type { PaymentSessionDTO } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { deletePaymentSessionsWorkflow } from '@medusajs/medusa/core-flows'

/** What a cancelled order still owed is closed at the bank, which Medusa does not do: a page that is open pays it no more. */
export default async function closeUnpaid({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const fields = ['payment_collections.payment_sessions.id', 'payment_collections.payment_sessions.payment.id']
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'order', fields, filters: { id: event.data.id } })
  const collections = data[0]!.payment_collections as { payment_sessions: PaymentSessionDTO[] }[]
  const open = collections.flatMap((one) => one.payment_sessions.filter(({ payment }) => !payment))
  await deletePaymentSessionsWorkflow(container).run({ input: { ids: open.map(({ id }) => id) } })
}

export const config: SubscriberConfig = { event: 'order.canceled' }
