import type { ProxyErrorCode } from '#contract/proxy-errors.ts'
import type { Level } from './log.ts'

/**
 * Log level of a refused request. `error` is for what an operator or the merchant must fix; while an outage refuses
 * every request, its cause is logged at `error` once in a while, and the requests at `warn`.
 */
const levels: Readonly<Record<ProxyErrorCode, Level>> = {
  ticket_missing: 'warn',
  ticket_malformed: 'warn',
  ticket_forged: 'warn',
  ticket_expired: 'warn',
  ticket_invalid: 'warn',
  origin_refused: 'warn',
  not_framed: 'warn',
  not_found: 'info',
  method_refused: 'info',
  type_refused: 'warn',
  body_too_large: 'warn',
  body_malformed: 'warn',
  request_malformed: 'warn',
  field_invalid: 'warn',
  field_unknown: 'warn',
  continuation_refused: 'warn',
  order_mismatch: 'error',
  order_refused: 'error',
  key_missing: 'warn',
  key_refused: 'warn',
  checksum_refused: 'warn',
  webhook_missing: 'error',
  order_unknown: 'info',
  state_refused: 'info',
  gateway_refused: 'warn',
  answer_lost: 'warn',
  too_slow: 'warn',
  too_many_tries: 'warn',
  too_early: 'warn',
  busy: 'warn',
  gateway_unreachable: 'warn',
  gateway_refused_credentials: 'warn',
  gateway_misconfigured: 'warn',
  redis_unreachable: 'warn',
  redis_misconfigured: 'error',
  wallet_unreachable: 'warn',
  internal: 'error',
}

/** The level of a request's line, by the error that it was refused with. */
export const levelOf = (code: string | undefined): Level => levels[code as ProxyErrorCode] ?? 'info'
