import type { Binding, BindingBook } from '../bindings/binding-book.ts'
import type { BindingOperation } from './callback-events.ts'

type Tell = (operation: BindingOperation, binding: Binding) => void

/** The same book; each binding that is stored or switched is told of. */
export const watched = (book: BindingBook, tell: Tell): BindingBook => ({
  ...book,
  store(binding) {
    const before = new Map(book.of(binding.merchant, binding.clientId).map((one) => [one.id, one.active]))
    const after = book.store(binding)
    const wasActive = before.get(after.id)
    if (wasActive === undefined) tell('bindingCreated', after)
    else if (!wasActive) tell('bindingActivityChanged', after)
    return after
  },
  turn(merchant, id, active) {
    const isTurned = book.turn(merchant, id, active)
    if (isTurned) tell('bindingActivityChanged', book.byId(merchant, id)!)
    return isTurned
  },
})
