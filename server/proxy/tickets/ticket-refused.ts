import { ProxyError, type ProxyErrorCode } from '#contract/proxy-errors.ts'

/** Data of a refused ticket that may be logged. */
interface LoggedFacts {
  readonly field?: string
  readonly rule?: string
  readonly order?: string
}

/** A refused ticket; `payload` is given where its signature is valid, so the merchant wrote it. */
export class TicketRefused extends ProxyError {
  readonly known: LoggedFacts
  constructor(code: ProxyErrorCode, rule?: string, field?: string, payload?: unknown) {
    super(code, rule, field)
    const { orderNumber } = Object(payload) as { orderNumber?: unknown }
    this.known = {
      ...(field !== undefined && { field: plain(field) }),
      ...(rule !== undefined && { rule: plain(rule) }),
      ...(isNumber(orderNumber) && { order: orderNumber }),
    }
  }
}

/** Characters of a claim's name or a rule that are logged. */
const MAX_LOGGED_LENGTH = 120

/** A claim may have any name, so characters that are not printable ASCII are replaced. */
const plain = (text: string): string => text.slice(0, MAX_LOGGED_LENGTH).replaceAll(/[^ -~]/g, '?')

/** The form of an order number; any other text would let its author write to the log. */
const isNumber = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,36}$/.test(value)
