import type { RewindableStore } from '../network/memory.ts'
import type { Answer, Requested } from '../network/serve.ts'

type Call = (request: Requested) => Promise<Answer>

/** Reads without side effects at the gateway, which are the most frequent requests. */
const reads: ReadonlySet<string> = new Set(['/payment/rest/getOrderStatusExtended.do', '/payment/rest/getBindings.do'])

/** Caches the answers of such reads until something changes. */
export function remembering(call: Call, store: RewindableStore): Call {
  const result = new Map<string, Answer>()
  let asOf = store.changes
  return async (request) => {
    if (!reads.has(request.url)) return call(request)
    if (asOf !== store.changes) result.clear()
    asOf = store.changes
    const key = request.url + request.body
    const there = result.get(key)
    if (there) return there
    const answer = await call(request)
    if (asOf === store.changes) result.set(key, answer)
    return answer
  }
}
