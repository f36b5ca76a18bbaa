import type { VariableName } from './variables.ts'

/** Limits against the testing of stolen cards; `Infinity` is no limit. */
export interface Limits {
  /** Submits of one order that were sent for payment, and codes that were made for it; also its attempts at the gateway. */
  readonly tries: number
  /** Different cards of one order that did not result in a payment. */
  readonly cards: number
  /** Declines of one address (for IPv6, of a /64) in {@link WINDOW}; wider networks have a multiple of it. */
  readonly declines: number
  /** Per cent of the merchant's latest {@link DECLINE_RATE_TRIES} tries that may be declined. */
  readonly declinedPercent: number
  /** Milliseconds from opening the checkout until a payment may be sent. */
  readonly minimumFormTimeMs: number
}

/** Milliseconds for which a decline counts. */
export const WINDOW = 600_000

/** Milliseconds for which the submits of an order count; longer than an order's lifetime at the gateway. */
export const ORDER_WINDOW = 3_600_000

/** Number of latest tries in a decline rate; with fewer it is not evaluated. */
export const DECLINE_RATE_TRIES = 50

interface Reader {
  take<T>(name: VariableName, rule: string, read: (text: string) => T | undefined): T | undefined
}

/** Reads the variables of the limits. */
export const readLimits = (from: Reader): Partial<Limits> => ({
  ...named('tries', from.take('TENDER_LIMIT_TRIES', ruleOf(1, 20), most(1, 20))),
  ...named('cards', from.take('TENDER_LIMIT_CARDS', ruleOf(1, 20), most(1, 20))),
  ...named('declines', from.take('TENDER_LIMIT_DECLINES', ruleOf(1, 100_000), most(1, 100_000))),
  ...named('declinedPercent', from.take('TENDER_LIMIT_DECLINED_PERCENT', ruleOf(1, 99), most(1, 99))),
  ...named('minimumFormTimeMs', from.take('TENDER_LIMIT_FORM_TIME_MS', ruleOf(1, 5000), most(1, 5000, 0))),
})

const named = <K extends keyof Limits>(name: K, value: number | undefined) =>
  value === undefined ? {} : { [name]: value }

const ruleOf = (min: number, max: number): string => `must be a whole number from ${min} to ${max}, or none`

const most =
  (min: number, max: number, none = Infinity) =>
  (text: string): number | undefined => {
    if (text === 'none') return none
    const read = /^\d{1,6}$/.test(text) ? Number(text) : NaN
    return read >= min && read <= max ? read : undefined
  }
