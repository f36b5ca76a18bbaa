import type { Category, Initiator } from '#contract/gateway/initiators.ts'
import type { Order } from './order.ts'

/** What a card is stored as once its payment succeeds: as the tii says, else as the order and its jsonParams do (family). */
export function storedAs(
  { features, params }: Pick<Order, 'features' | 'params'>,
  { stores, uses }: Pick<Initiator, 'stores' | 'uses'>,
): Category | undefined {
  if (stores) return stores
  // Subsequent payments leave nothing behind (online gateway 2.3), whatever their order wants.
  if (uses || !features.includes('FORCE_CREATE_BINDING')) return undefined
  return params['recurringFrequency'] !== undefined && params['recurringExpiry'] !== undefined ? 'RECURRENT' : 'COMMON'
}
