import type { RewindableStore } from '../network/memory.ts'
import type { Answer, Asked } from '../network/serve.ts'

type Call = (asked: Asked) => Promise<Answer>

/** What leaves no trace at the gateway, and is asked most. */
const reads: ReadonlySet<string> = new Set(['/payment/rest/getOrderStatusExtended.do', '/payment/rest/getBindings.do'])

/** Answers a read in the words of the last one that asked the same, while nothing has changed since. */
export function remembering(call: Call, store: RewindableStore): Call {
  const told = new Map<string, Answer>()
  let asOf = store.changes
  return async (asked) => {
    if (!reads.has(asked.url)) return call(asked)
    if (asOf !== store.changes) told.clear()
    asOf = store.changes
    const key = asked.url + asked.body
    const there = told.get(key)
    if (there) return there
    const answer = await call(asked)
    if (asOf === store.changes) told.set(key, answer)
    return answer
  }
}
