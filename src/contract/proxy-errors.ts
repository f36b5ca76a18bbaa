import type { Refusal } from './refusal.ts'

/** An error of the proxy, as it is reported to the client. */
export interface ProxyErrorRow {
  readonly status: number
  /** Who can fix it. */
  readonly blame: 'shopper' | 'merchant' | 'gateway' | 'proxy'
  /** One sentence for a developer; the shopper's sentences are in the texts. */
  readonly sentence: string
}

export const proxyErrors = {
  ticket_missing: {
    status: 401,
    blame: 'merchant',
    sentence:
      'No order ticket: send it as `Authorization: Bearer <ticket>` or, above 4096 characters, as `ticket` of a JSON body.',
  },
  ticket_malformed: { status: 401, blame: 'merchant', sentence: 'The order ticket is not a signed JWT.' },
  ticket_forged: {
    status: 401,
    blame: 'merchant',
    sentence:
      'The signature of the order ticket does not match any live key: sign with the proxy’s TENDER_TICKET_SECRET.',
  },
  ticket_expired: { status: 401, blame: 'merchant', sentence: 'The order ticket has expired; sign a new one.' },
  ticket_invalid: { status: 400, blame: 'merchant', sentence: 'A claim of the order ticket breaks a rule.' },
  origin_refused: { status: 403, blame: 'merchant', sentence: 'Only the frame documents of this proxy may call it.' },
  not_framed: {
    status: 403,
    blame: 'merchant',
    sentence: 'This document opens only inside a frame of an allowed shop.',
  },
  not_found: { status: 404, blame: 'merchant', sentence: 'There is nothing at this address.' },
  method_refused: { status: 405, blame: 'merchant', sentence: 'This address does not answer that method.' },
  type_refused: {
    status: 415,
    blame: 'merchant',
    sentence: 'The content type must be `application/json`, in UTF-8 and not compressed.',
  },
  body_too_large: {
    status: 413,
    blame: 'merchant',
    sentence:
      "The body is larger than 16 KiB besides its ticket, the ticket than 131,072 characters, or a body of the merchant's API than 144 KiB.",
  },
  body_malformed: { status: 400, blame: 'merchant', sentence: 'The body is not valid JSON.' },
  request_malformed: {
    status: 400,
    blame: 'merchant',
    sentence: 'The request line or its headers are not acceptable.',
  },
  field_invalid: { status: 400, blame: 'merchant', sentence: 'A field breaks a rule.' },
  field_unknown: { status: 400, blame: 'merchant', sentence: 'A field is not known here.' },
  continuation_refused: {
    status: 403,
    blame: 'shopper',
    sentence: 'The continuation belongs to another payment, or has expired.',
  },
  order_mismatch: {
    status: 409,
    blame: 'merchant',
    sentence:
      'The gateway holds this order number with another amount, currency, client or card: use a new order number.',
  },
  order_refused: { status: 422, blame: 'merchant', sentence: 'The gateway refused to register the order.' },
  key_missing: { status: 401, blame: 'merchant', sentence: 'No API key: send it as `Authorization: Bearer <key>`.' },
  key_refused: { status: 401, blame: 'merchant', sentence: 'The API key is not a live one.' },
  checksum_refused: { status: 403, blame: 'gateway', sentence: 'The checksum of the callback does not match.' },
  webhook_missing: {
    status: 409,
    blame: 'merchant',
    sentence: 'No webhook address is configured: set TENDER_WEBHOOK_URL.',
  },
  order_unknown: { status: 404, blame: 'merchant', sentence: 'The gateway has no order of this number.' },
  state_refused: { status: 409, blame: 'merchant', sentence: 'The order does not allow it as it stands.' },
  gateway_refused: { status: 422, blame: 'merchant', sentence: 'The gateway refused.' },
  answer_lost: { status: 504, blame: 'gateway', sentence: "The gateway's answer was lost; read before asking again." },
  too_slow: { status: 408, blame: 'shopper', sentence: 'The request did not arrive in time.' },
  too_many_tries: {
    status: 429,
    blame: 'shopper',
    sentence: 'Too many tries to pay; nothing was sent. Try again later, or show the merchant’s challenge.',
  },
  too_early: {
    status: 425,
    blame: 'proxy',
    sentence:
      "An earlier process may have sent a payment, or the ticket's iat lies ahead; nothing was sent. Wait for Retry-After.",
  },
  busy: { status: 503, blame: 'proxy', sentence: 'The proxy is stopping or overloaded; try again.' },
  gateway_unreachable: {
    status: 503,
    blame: 'gateway',
    sentence: 'The gateway gave no answer, or none that can be used; nothing was sent for payment.',
  },
  gateway_refused_credentials: {
    status: 503,
    blame: 'merchant',
    sentence:
      'The gateway refuses TENDER_GATEWAY_USERNAME with TENDER_GATEWAY_PASSWORD, or TENDER_GATEWAY_TOKEN (or the signature); nothing was sent for payment.',
  },
  gateway_misconfigured: {
    status: 503,
    blame: 'merchant',
    sentence: "TENDER_GATEWAY_URL does not lead to the gateway's interface; nothing was sent for payment.",
  },
  redis_unreachable: {
    status: 503,
    blame: 'proxy',
    sentence: 'Redis does not answer, or takes no locks; nothing is sent for payment.',
  },
  redis_misconfigured: {
    status: 503,
    blame: 'merchant',
    sentence: 'TENDER_REDIS_URL leads to a Redis that may evict locks: its maxmemory-policy must be noeviction.',
  },
  wallet_unreachable: {
    status: 502,
    blame: 'proxy',
    sentence: 'The wallet gave no merchant session; the log has the reason.',
  },
  internal: { status: 500, blame: 'proxy', sentence: 'The proxy failed; the log has the reason.' },
} as const satisfies Record<string, ProxyErrorRow>

export type ProxyErrorCode = keyof typeof proxyErrors

/** A fault to be sent as an answer; thrown by handlers, caught by the router. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code: ProxyErrorCode
  readonly field: string | undefined
  /** Seconds after which a retry is useful. */
  readonly retryAfter: number | undefined
  /** The proof of work that would lift the refusal. */
  readonly work: string | undefined
  constructor(code: ProxyErrorCode, rule?: string, field?: string, retryAfter?: number, work?: string) {
    super(rule ? `${field ? `${field} ` : ''}${rule}` : proxyErrors[code].sentence)
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
    this.work = work
  }
  get answer(): Refusal {
    return { error: { code: this.code, message: this.message, ...(this.field !== undefined && { field: this.field }) } }
  }
}
