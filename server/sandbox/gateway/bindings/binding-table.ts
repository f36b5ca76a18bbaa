import type { Category } from '#server-contract/gateway/initiators.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import type { Card } from '../cards/card-data.ts'

/** A card that a client of a merchant has stored (online gateway 2.2). */
export interface Binding {
  readonly id: string
  /** Login of the merchant. */
  readonly merchant: string
  readonly clientId: string
  readonly category: Category
  readonly card: Omit<Card, 'cvc'>
  readonly holder: string
  readonly active: boolean
}

export interface BindingTable {
  /** Stores a card; one that is already stored for the same purpose keeps its binding id and is activated again. */
  store(binding: Omit<Binding, 'active'>): Binding
  byId(merchant: string, id: string): Binding | undefined
  of(merchant: string, clientId: string): readonly Binding[]
  /** Returns false when there is no such binding, or it is already in that state. */
  setActive(merchant: string, id: string, active: boolean): boolean
  /** Gives a binding another expiry, YYYYMM; returns false when there is no such binding. */
  extend(merchant: string, id: string, expiry: string): boolean
}

export function buildBindingTable(store: Store = memoryStore()): BindingTable {
  const bindings = store.table<Binding>('gateway-bindings')
  const clients = indexBy(bindings, ({ merchant, clientId }) => clientKey(merchant, clientId))
  const of = (merchant: string, clientId: string): readonly Binding[] => clients.of(clientKey(merchant, clientId))
  const keep = (binding: Binding): Binding => {
    bindings.put(binding.id, binding)
    return binding
  }
  const byId = (merchant: string, id: string): Binding | undefined => {
    const binding = bindings.get(id)
    return binding?.merchant === merchant ? binding : undefined
  }
  return {
    store(binding) {
      const before = of(binding.merchant, binding.clientId).find((one) => isSame(one, binding))
      return keep({ ...binding, id: before?.id ?? binding.id, active: true })
    },
    byId,
    of,
    setActive(merchant, id, active) {
      const binding = byId(merchant, id)
      if (!binding || binding.active === active) return false
      keep({ ...binding, active })
      return true
    },
    extend(merchant, id, expiry) {
      const binding = byId(merchant, id)
      if (!binding) return false
      keep({ ...binding, card: { ...binding.card, expiry } })
      return true
    },
  }
}

const clientKey = (merchant: string, clientId: string): string => JSON.stringify([merchant, clientId])

/** Whether two bindings of one client are the same card for the same purpose. */
const isSame = (one: Binding, other: Omit<Binding, 'active'>): boolean =>
  one.category === other.category && one.card.pan === other.card.pan && one.card.expiry === other.card.expiry
