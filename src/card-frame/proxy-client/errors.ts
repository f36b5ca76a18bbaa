import type { ProxyErrorCode } from '#contract/proxy-errors.ts'
import { refusalIn, type Refusal } from '#contract/refusal.ts'
import { ForeignAnswer } from '#contract/wire/client.ts'
import type { CheckoutError } from '#bridge/protocol.ts'

/** An error that leaves the frame; it contains no value of any field. */
export class FrameError extends Error {
  override readonly name: string
  readonly detail: CheckoutError
  constructor(detail: CheckoutError) {
    super(detail.message)
    this.name = detail.code
    this.detail = detail
  }
}

const network: CheckoutError = { code: 'frame_network', message: 'The proxy could not be reached.' }
export const failed: CheckoutError = { code: 'frame_failed', message: 'The card frame failed.' }

/** The proxy could not be reached before anything was sent for payment. */
export const offline: CheckoutError = { code: 'frame_offline', message: network.message }

/** While an order is being paid, no other may replace it in the frame. */
export const paysAnother: CheckoutError = {
  code: 'frame_paying',
  message: 'Another order is being paid in this frame.',
}

/** A request that was withdrawn, or had no effect. */
export const unsent: CheckoutError = { code: 'frame_unsent', message: 'Nothing was charged.' }

/**
 * An error as the page receives it, which may be anything that was thrown. The text of an unexpected one is withheld, since
 * it might contain what was typed.
 */
export function checkoutErrorOf(error: unknown): CheckoutError {
  if (error instanceof FrameError) return error.detail
  const { name, message = '' } = Object(error) as Partial<Error>
  if (name === 'script_failed') return { code: name, message }
  if (isNetwork(error)) return refusalOf(error) ?? network
  return failed
}

/** The proxy's refusal in an error, if it is one. */
export const refusalOf = (error: unknown): Refusal['error'] | undefined =>
  error instanceof ForeignAnswer ? refusalIn(error.body) : undefined

/** Refusals with a server error status that nevertheless guarantee that nothing was sent for payment. */
const promises: ReadonlySet<string> = new Set<ProxyErrorCode>([
  'busy',
  'gateway_unreachable',
  'gateway_refused_credentials',
  'gateway_misconfigured',
])

export const wasUnsent = (error: unknown): boolean => promises.has(refusalOf(error)?.code ?? '')

/** Whether the proxy itself refused to begin: only then may the shopper try again at once. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof ForeignAnswer && error.status < 500 && refusalOf(error) !== undefined

/** Whether nothing was reached, as without a connection. */
export const isLost = (error: unknown): boolean => error instanceof TypeError

/** Whether no answer of the proxy came: it may be away, or the time limit over. */
export const isUnanswered = (error: unknown): boolean => checkoutErrorOf(error) === network

/** `fetch` rejects with a TypeError, a timeout with an AbortError. */
const isNetwork = (error: unknown): boolean =>
  error instanceof ForeignAnswer || error instanceof TypeError || (error as Error | null)?.name === 'AbortError'
