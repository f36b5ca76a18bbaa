import type { Event } from './order-lifecycle.ts'

/** The sums of an order, minor units: refunded is at most deposited, and deposited is at most approved. */
export interface Ledger {
  /** Held, or debited at once. */
  readonly approved: number
  readonly deposited: number
  readonly refunded: number
}

export const unpaid: Ledger = { approved: 0, deposited: 0, refunded: 0 }

interface Booking {
  /** The sum when none is given. */
  readonly whole: (ledger: Ledger, amount: number) => number
  readonly move: (ledger: Ledger, sum: number) => Ledger
}

/** The events that move money. */
const bookings: Readonly<Partial<Record<Event, Booking>>> = {
  held: { whole: (_, amount) => amount, move: (it, sum) => ({ ...it, approved: sum }) },
  debited: { whole: (_, amount) => amount, move: (it, sum) => ({ ...it, approved: sum, deposited: sum }) },
  completed: { whole: ({ approved }) => approved, move: (it, sum) => ({ ...it, deposited: sum }) },
  stillHeld: { whole: () => 0, move: (it) => ({ ...it, deposited: 0 }) },
  // A sum that can no longer be moved must not stay approved.
  reversed: { whole: ({ approved }) => approved, move: (it) => ({ ...it, approved: 0 }) },
  unacknowledged: { whole: () => 0, move: (it) => ({ ...it, approved: 0, deposited: 0 }) },
  reduced: { whole: () => 0, move: (it, sum) => ({ ...it, approved: it.approved - sum }) },
  // What was not deposited has been released to the card and is no longer held.
  reopened: { whole: () => 0, move: (it) => ({ ...it, approved: it.deposited, deposited: 0 }) },
  refunded: {
    whole: ({ deposited, refunded }) => deposited - refunded,
    move: (it, sum) => ({ ...it, refunded: it.refunded + sum }),
  },
}

/** The ledger after an event that moves `sum` (absent: all) of an order of `amount`; `undefined` if not allowed. */
export function booked(ledger: Ledger, event: Event, amount: number, sum?: number): Ledger | undefined {
  const booking = bookings[event]
  if (!booking) return ledger
  const moved = sum ?? booking.whole(ledger, amount)
  const after = booking.move(ledger, moved)
  return moved >= 0 && isLawful(after, amount) ? after : undefined
}

/** The invariants of a ledger. */
export const isLawful = ({ approved, deposited, refunded }: Ledger, amount: number): boolean =>
  0 <= refunded && refunded <= deposited && deposited <= approved && approved <= amount
