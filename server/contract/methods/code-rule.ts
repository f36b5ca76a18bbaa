import type { Ticket } from '../ticket.ts'

/** Characters that a code holds at most: a QR code of correction M holds 2331 bytes (ISO/IEC 18004). */
export const LONGEST_PAYLOAD = 2300

/** A rule of the tickets that a method by a code can pay: the claim, what it must be, and whether it is. */
export type CodeRule = readonly [claim: keyof Ticket, rule: string, holds: (ticket: Ticket) => boolean]
