import { ProxyError } from '#contract/proxy-errors.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { readsByIdOnly } from '../config/gateway-settings.ts'
import type { IdContext } from './read/status.ts'
import { sumOf, type Sum } from './sums.ts'

/**
 * Begins a registration; the returned function is called when the gateway has registered the number. It records the
 * number here, and where processes share the locks, there: the locks of all its payments are known.
 */
export function beginRegistration(
  { registered, locks, clock, config }: Pick<ProxyContext, 'registered' | 'locks' | 'clock' | 'config'>,
  number: string,
  sum?: Sum,
): () => Promise<void> {
  const [steady, since] = [monotonicNow(clock), stopwatch(clock)]
  return async () => {
    registered.set(number, { at: steady, sum: sum && sumOf(sum) })
    // The record is read only while the store is younger than a lock's time to live.
    if (!locks.registrations || (locks.remembersFor?.() ?? Infinity) >= config.lockTtlMs) return
    await locks.registrations.note(number, since(), config.lockTtlMs).catch(() => {}) // without a record the payment waits for a lock's time to live
  }
}

/**
 * Sends a request that registers a number, and notes its orderId in this process. Where orders may be read by it alone,
 * it is noted in the shared store too, and the number before it is sent: an order whose answer is lost is then reported as
 * unreadable, and not as one that does not exist.
 */
export async function sendAndNoteId<Answer>(
  proxy: IdContext,
  number: string,
  send: () => Promise<GatewayResult<Answer>>,
): Promise<GatewayResult<Answer>> {
  const { orderIds } = proxy
  const begins = readsByIdOnly(proxy.config.gateway) || proxy.notesOrderIds
  if (begins)
    await orderIds.begin(number).catch(() => {
      throw new ProxyError('busy', 'The orderIds cannot be written; nothing was sent. Try again.')
    })
  const result = await send()
  const orderId = result.kind === 'answered' ? idIn(result.answer) : undefined
  const isNone = result.kind === 'not-delivered' || (result.kind === 'refused' && !isRefusedAs(result, 'numberTaken'))
  // What was sent is not undone by a store that cannot be reached: this process remembers it.
  if (orderId !== undefined)
    await (begins ? orderIds.note(number, orderId).catch(() => {}) : orderIds.remember(number, orderId))
  // A number that stays noted is reported as unreadable, never as open.
  else if (begins && isNone) await orderIds.forget(number).catch(() => {})
  return result
}

/** The orderId in the answer of any operation that registers an order (online gateway 4.1 to 4.11). */
function idIn(answer: unknown): string | undefined {
  const { orderId, mdOrder, data } = Object(answer) as Readonly<Record<string, unknown>>
  const found = orderId ?? mdOrder ?? (Object(data) as { orderId?: unknown }).orderId
  return typeof found === 'string' && found ? found : undefined
}
