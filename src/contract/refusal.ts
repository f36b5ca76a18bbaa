/** The shape of every refusal of the proxy; `code` is one of `proxyErrors`. */
export interface Refusal {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly field?: string
    /** The request's id in the proxy's log, and in the header `x-request-id` of its answer. */
    readonly traceId?: string
  }
}

/**
 * Reads a refusal from an answer's body; `undefined` for anything else. Browsers need the shape, not the table of
 * proxy errors.
 *
 * @example
 * ```ts
 * import { refusalIn } from 'tender-checkout/merchant'
 *
 * const headers = { authorization: `Bearer ${process.env.TENDER_API_KEY!}` }
 * const answer = await fetch('https://pay-shop.example/merchant/orders/A-17', { headers })
 * const refusal = answer.ok ? undefined : refusalIn(await answer.json())
 * if (refusal) console.error(refusal.code, refusal.message, refusal.traceId)
 * ```
 */
export function refusalIn(body: unknown): Refusal['error'] | undefined {
  const error = (body as Partial<Refusal> | null | undefined)?.error
  return typeof error?.code === 'string' && /^[a-z_]{2,40}$/.test(error.code) && typeof error.message === 'string'
    ? error
    : undefined
}
