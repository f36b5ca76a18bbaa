/** The shape of every refusal of the proxy; `code` is one of the faults. */
export interface Refusal {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly field?: string
    /** The request's name in the proxy's log, and in the header `x-request-id` of its answer. */
    readonly traceId?: string
  }
}

/** Reads a refusal out of an answer's body; anything else is `undefined`. Browsers need the shape, not the table of faults. */
export function refusalIn(body: unknown): Refusal['error'] | undefined {
  const error = (body as Partial<Refusal> | null | undefined)?.error
  return typeof error?.code === 'string' && /^[a-z_]{2,40}$/.test(error.code) && typeof error.message === 'string'
    ? error
    : undefined
}
