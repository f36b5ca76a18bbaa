import type { Ticket } from '../ticket.ts'

/** A rule of the tickets that a method by a code can pay: the claim, what it must be, and whether it is. */
export type CodeRule = readonly [claim: keyof Ticket, rule: string, holds: (ticket: Ticket) => boolean]
