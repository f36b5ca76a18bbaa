import { ProxyError } from '#contract/proxy-errors.ts'
import { take, type Lock } from './lock-store.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** One shopper's request for payment, identified by its order and its own ID. */
export interface IdentifiedRequest {
  readonly orderNumber: string
  readonly requestId: string
}

/** The key of the lock that a request takes when it begins; a withdrawal takes it first. */
export const beginningOf = ({ orderNumber, requestId }: IdentifiedRequest): string =>
  `the request ${requestId} for the order ${orderNumber}`

/** The key of the lock that says that a request did not begin, but was withdrawn. */
export const withdrawalOf = (request: IdentifiedRequest): string => `the withdrawal of ${beginningOf(request)}`

/**
 * Runs `act` for a request under its order's lock, once: `done` for a duplicate of the request, and `withdrawn` for a
 * request that arrives after it was withdrawn.
 */
export const runOnce =
  <T>(
    proxy: Pick<ProxyContext, 'locks' | 'random' | 'config'>,
    request: IdentifiedRequest,
    act: (lock: Lock) => Promise<T>,
  ) =>
  async (lock: Lock): Promise<T | 'done' | 'withdrawn'> => {
    const { locks, random } = proxy
    const [beginning, nonce] = [beginningOf(request), random.uuid()]
    if (!(await take(proxy, beginning, nonce)))
      return (await locks.isTaken(withdrawalOf(request)).catch(() => false)) ? 'withdrawn' : 'done'
    try {
      return await act(lock)
    } catch (error) {
      // A client that gets `busy` repeats the same request.
      if (error instanceof ProxyError && error.code === 'busy') await locks.release(beginning, nonce).catch(() => {}) // an unreleased lock expires
      throw error
    }
  }
