import type { Callback } from '#server-contract/gateway/callbacks.ts'
import { maskPan } from '#ports/mask.ts'
import type { Binding } from '../bindings/binding-table.ts'
import type { CallbackFields } from './callback-checksum.ts'
import { seen, type Event, type State } from '../orders/order-lifecycle.ts'
import type { OrderTransition } from '../orders/order-table.ts'
import type { Order } from '../orders/order.ts'

type EventFields = readonly [operation: Callback['operation'], status: Callback['status']]

const attempted = ({ twoPhase }: Order): Callback['operation'] => (twoPhase ? 'approved' : 'deposited')

/** Order events with a callback (online gateway 6); a failed attempt is reported as its operation (family). */
const events: Readonly<Partial<Record<Event, (after: Order, isCardPresent: boolean) => EventFields>>> = {
  held: () => ['approved', '1'],
  debited: () => ['deposited', '1'],
  completed: () => ['deposited', '1'],
  stillHeld: () => ['deposited', '0'],
  reversed: () => ['reversed', '1'],
  reduced: () => ['reversed', '1'],
  verified: () => ['reversed', '1'],
  refunded: () => ['refunded', '1'],
  // Status 0, since the payment failed.
  expired: () => ['declinedByTimeout', '0'],
  refused: (after, isCardPresent) => [isCardPresent ? 'declinedCardPresent' : attempted(after), '0'],
}

const paymentStates: Readonly<Record<ReturnType<typeof seen>, string>> = {
  registered: 'started',
  authenticating: 'started',
  pending: 'pending',
  held: 'payment_approved',
  deposited: 'payment_deposited',
  reversed: 'payment_void',
  refunded: 'refunded',
  declined: 'payment_declined',
} satisfies Readonly<Partial<Record<State, string>>>

/** The callback fields for a change of an order, which may be paid at a terminal; `undefined` when none is sent. */
export function paymentFields(
  { event, after }: OrderTransition,
  now: number,
  isCardPresent: boolean,
): CallbackFields | undefined {
  const response = events[event]?.(after, isCardPresent)
  return response && { ...common(response, now), ...orderFields(after) }
}

function orderFields({ id, number, amount, actionCode, state, clientId, binding, card }: Order): CallbackFields {
  return {
    mdOrder: id,
    orderNumber: number,
    amount: String(amount),
    actionCode: String(actionCode),
    paymentState: paymentStates[seen(state)],
    ...(clientId !== undefined && { clientId }),
    ...(binding !== undefined && { bindingId: binding }),
    ...(card && { maskedPan: card.maskedPan }),
  }
}

export type BindingOperation = Extract<Callback['operation'], `binding${string}`>

/** The callback fields for a change of a binding. */
export const bindingFields = (
  operation: BindingOperation,
  { id, clientId, card, active }: Binding,
  now: number,
): CallbackFields => ({
  ...common([operation, '1'], now),
  bindingId: id,
  clientId,
  maskedPan: maskPan(card.pan),
  enabled: String(active),
})

const common = ([operation, status]: EventFields, now: number): CallbackFields => ({
  operation,
  status,
  callbackCreationDate: javaDate(now),
})

/** A time as Java's `Date` formats it in UTC: `Mon Jan 31 21:46:52 UTC 2022`. */
export function javaDate(at: number): string {
  const [weekday, day, month, year, time] = new Date(at).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${day} ${time} UTC ${year}`
}
