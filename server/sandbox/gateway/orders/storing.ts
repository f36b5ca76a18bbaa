import type { Category, Initiator } from '#server-contract/gateway/initiators.ts'
import type { Order } from './order.ts'

/** The category of the binding that a paid order creates: by the tii, else by features and jsonParams (family). */
export function storedAs(
  { features, params }: Pick<Order, 'features' | 'params'>,
  { stores, uses }: Pick<Initiator, 'stores' | 'uses'>,
): Category | undefined {
  if (stores) return stores
  // Subsequent payments create no binding (online gateway 2.3), whatever features their order has.
  if (uses || !features.includes('FORCE_CREATE_BINDING')) return undefined
  return params['recurringFrequency'] && params['recurringExpiry'] ? 'RECURRENT' : 'COMMON'
}
