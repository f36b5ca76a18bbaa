import { DAY } from '#contract/time/periods.ts'
import type { Debited } from '#server-contract/issuing/debits.ts'
import type { Random } from '#contract/ports.ts'

/** The identifiers of a transaction in its answer. */
export type Trace = Pick<Debited, 'systemTraceAuditNumber' | 'localTransactionDate' | 'rrn'>

/**
 * The identifiers of the issuer's transaction number `count` (from 1): a trace number of six digits, and a retrieval
 * reference of twelve, `YDDDHH` of the time in UTC and the trace number, as the networks write it.
 */
export function trace(count: number, now: number): Trace {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const day = Math.floor((now - Date.UTC(year, 0)) / DAY) + 1
  const stan = ((count - 1) % 999_999) + 1
  return {
    systemTraceAuditNumber: stan,
    localTransactionDate: date.toISOString().replace(/\.\d+Z$/, '+00:00'),
    rrn: `${year % 10}${padded(day, 3)}${padded(date.getUTCHours(), 2)}${padded(stan, 6)}`,
  }
}

/** An approval code: six random digits. */
export const approvalCode = (random: Random): string =>
  Array.from(random.bytes(6), (byte) => String(byte % 10)).join('')

const padded = (number: number, length: number): string => String(number).padStart(length, '0')
