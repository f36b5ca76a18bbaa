import { Refused } from '#contract/faults.ts'
import { take, type Lock } from './lock-store.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** One shopper's request for payment: the order it is for, and its own name. */
interface Named {
  readonly orderNumber: string
  readonly requestId: string
}

/** The lock that a request takes when it is begun; who withdraws it takes it first. */
export const beginningOf = ({ orderNumber, requestId }: Named): string =>
  `the request ${requestId} for the order ${orderNumber}`

/**
 * Acts for a request under its order's lock, once: `undefined` for a copy that somebody on the way made of it, and for a
 * request that arrives after it was withdrawn.
 */
export const runOnce =
  <T>(proxy: Pick<ProxyContext, 'locks' | 'random' | 'config'>, request: Named, act: (lock: Lock) => Promise<T>) =>
  async (lock: Lock): Promise<T | undefined> => {
    const { locks, random } = proxy
    const [beginning, nonce] = [beginningOf(request), random.uuid()]
    if (!(await take(proxy, beginning, nonce))) return undefined
    try {
      return await act(lock)
    } catch (error) {
      // Whoever is told that the proxy is busy asks again by the same request.
      if (error instanceof Refused && error.code === 'busy') await locks.release(beginning, nonce).catch(() => {}) // a name that stays taken expires
      throw error
    }
  }
