import type { Binding, BindingTable } from '../bindings/binding-table.ts'
import type { BindingOperation } from './callback-events.ts'

type Enqueue = (operation: BindingOperation, binding: Binding) => void

/** Wraps a table so that each binding that is created, activated or deactivated queues a callback. */
export const watched = (table: BindingTable, enqueue: Enqueue): BindingTable => ({
  ...table,
  store(binding) {
    const before = new Map(table.of(binding.merchant, binding.clientId).map((one) => [one.id, one.active]))
    const after = table.store(binding)
    const wasActive = before.get(after.id)
    if (wasActive === undefined) enqueue('bindingCreated', after)
    else if (!wasActive) enqueue('bindingActivityChanged', after)
    return after
  },
  turn(merchant, id, active) {
    const isTurned = table.turn(merchant, id, active)
    if (isTurned) enqueue('bindingActivityChanged', table.byId(merchant, id)!)
    return isTurned
  },
})
