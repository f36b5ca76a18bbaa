/** The shape of every refusal of the proxy; `code` is one of the faults. */
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
 * faults.
 *
 * @example
 * ```ts
 * import { ForeignAnswer, merchantClient, refusalIn } from 'tender-checkout/server'
 *
 * const merchant = merchantClient({ base: 'https://pay.shop.example', apiKey: process.env.TENDER_API_KEY! })
 * try {
 *   await merchant.refund({ orderNumber: 'A-17', amount: 1000, refundId: 'return-3' })
 * } catch (error) {
 *   const refusal = error instanceof ForeignAnswer ? refusalIn(error.body) : undefined
 *   if (refusal?.code !== 'answer_lost') throw error
 *   console.log(await merchant.order({ orderNumber: 'A-17' }))
 * }
 * ```
 */
export function refusalIn(body: unknown): Refusal['error'] | undefined {
  const error = (body as Partial<Refusal> | null | undefined)?.error
  return typeof error?.code === 'string' && /^[a-z_]{2,40}$/.test(error.code) && typeof error.message === 'string'
    ? error
    : undefined
}
