import { Refused, type FaultCode } from '#contract/faults.ts'

/** What may be written of a refused ticket. */
interface Known {
  readonly field?: string
  readonly rule?: string
  readonly order?: string
}

/** A refused ticket; `payload` is there where its signature is right, so that the merchant wrote it. */
export class TicketRefused extends Refused {
  readonly known: Known
  constructor(code: FaultCode, rule?: string, field?: string, payload?: unknown) {
    super(code, rule, field)
    const { orderNumber } = Object(payload) as { orderNumber?: unknown }
    this.known = {
      ...(field !== undefined && { field: plain(field) }),
      ...(rule !== undefined && { rule: plain(rule) }),
      ...(isNumber(orderNumber) && { order: orderNumber }),
    }
  }
}

/** Characters of a claim's name or a rule that are written down. */
const LONGEST = 120

/** A claim may be called anything. */
const plain = (text: string): string => text.slice(0, LONGEST).replaceAll(/[^ -~]/g, '?')

/** What an order may be called; another number would be written as somebody pleases. */
const isNumber = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,36}$/.test(value)
