import type { Clock } from '#contract/ports.ts'
import type { Fetch, FetchAnswer, PlainRequest } from '#contract/wire/client.ts'
import { withParameters } from '#contract/with-parameters.ts'
import type { Journal } from '#ports/journal.ts'
import type { Table } from '#sandbox/store/store.ts'
import type { QueuedCallback } from './callback-queue.ts'
import type { CallbackSettings } from '../merchants/callback-settings.ts'

export interface CallbackSenderOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly journal: Journal
  /** Aborts all waits and requests. */
  readonly closing: AbortSignal
}

export interface DeliveryOptions extends CallbackSenderOptions {
  readonly queued: Table<QueuedCallback>
  readonly settingsOf: (merchant: string) => CallbackSettings
}

const REPEAT_AFTER = 30_000
const GROWTH = 2
const FAILURES = 3
/** The longest wait: a day, which a timer can still handle. */
const MAX_DELAY = 86_400_000

/** Sends a callback until it gets HTTP 200 or fails too often in a row (family), then removes it. Never rejects. */
export async function deliver(options: DeliveryOptions, id: string): Promise<void> {
  const { queued, closing } = options
  for (let callback = queued.get(id); callback && !closing.aborted; callback = queued.get(id)) {
    if (!(await waited(options, callback.dueAt))) return
    const taken = await isTaken(options, callback)
    // An attempt that closing aborted has no answer, so the callback stays queued unchanged.
    if (closing.aborted) return
    const left = rest(callback, taken, options)
    if (left) queued.put(id, left)
    else queued.remove(id)
  }
}

/** What stays queued after an attempt; `undefined` when the callback is done. */
function rest(
  callback: QueuedCallback,
  taken: boolean,
  { settingsOf, clock }: DeliveryOptions,
): QueuedCallback | undefined {
  const { repeatAfter = REPEAT_AFTER, growth = GROWTH, failures = FAILURES } = settingsOf(callback.merchant)
  const failed = taken ? 0 : callback.failed + 1
  const wait = Math.min(repeatAfter * growth ** (failed - 1), MAX_DELAY)
  if (!taken && failed < failures) return { ...callback, failed, dueAt: clock.now() + wait }
  const copies = callback.copies - 1
  return copies > 0 ? { ...callback, copies, failed: 0, dueAt: clock.now() } : undefined
}

async function isTaken(options: DeliveryOptions, callback: QueuedCallback): Promise<boolean> {
  const { journal, closing, settingsOf } = options
  const { operation, status, mdOrder } = callback.fields
  const message = { what: 'callback', ...(mdOrder !== undefined && { order: mdOrder }) }
  journal.note({ ...message, from: 'gateway', to: 'shop', detail: `${operation}, status ${status}` })
  const answer = await exchange(options, callback, settingsOf(callback.merchant))
  if (closing.aborted) return false
  journal.note({ ...message, from: 'shop', to: 'gateway', detail: answer ? `HTTP ${answer.status}` : 'not reached' })
  return answer?.status === 200
}

async function exchange(
  { fetch, closing }: CallbackSenderOptions,
  callback: QueuedCallback,
  settings: CallbackSettings,
): Promise<FetchAnswer | undefined> {
  try {
    const { url, ...rest } = requestOf(callback, settings)
    // A redirect is not followed: it is not a 200.
    const answer = await fetch(url, { ...rest, redirect: 'manual', signal: closing })
    await answer.text() // otherwise the connection would stay open
    return answer
  } catch {
    return undefined
  }
}

function requestOf({ address, fields }: QueuedCallback, { method }: CallbackSettings): PlainRequest {
  if (method !== 'POST') return { url: withParameters(address, fields), method: 'GET', headers: {} }
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  return { url: address, method, headers, body: new URLSearchParams(fields).toString() }
}

/** Waits until `at`; returns false when `closing` is aborted before. */
export async function waited(
  { clock, closing }: Pick<CallbackSenderOptions, 'clock' | 'closing'>,
  at: number,
): Promise<boolean> {
  const left = at - clock.now()
  if (left <= 0 || closing.aborted) return !closing.aborted
  return clock.sleep(left, closing).then(
    () => true,
    () => false,
  )
}
