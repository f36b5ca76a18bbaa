import type { Clock } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import type { Table } from '#sandbox/store/store.ts'
import type { QueuedCallback } from './callback-queue.ts'
import type { CallbackSettings } from './callback-settings.ts'

export interface SenderParts {
  readonly clock: Clock
  readonly carry: Carry
  readonly journal: Journal
  /** Ends all waiting. */
  readonly closing: AbortSignal
}

export interface DeliveryParts extends SenderParts {
  readonly letters: Table<QueuedCallback>
  readonly settingsOf: (merchant: string) => CallbackSettings
}

const REPEAT_AFTER = 30_000
const GROWTH = 2
const FAILURES = 3
/** A day: no wait grows beyond it, nor beyond what a timer can do. */
const LONGEST = 86_400_000

/** Sends a letter until HTTP 200 takes it, or it has failed too often in a row (family), and then removes it. Never rejects. */
export async function deliver(parts: DeliveryParts, id: string): Promise<void> {
  const { letters, closing } = parts
  for (let letter = letters.get(id); letter && !closing.aborted; letter = letters.get(id)) {
    if (!(await waited(parts, letter.dueAt))) return
    const taken = await isTaken(parts, letter)
    // An attempt that closing cut off has not been answered, so that the letter is owed as before.
    if (closing.aborted) return
    const left = rest(letter, taken, parts)
    if (left) letters.put(id, left)
    else letters.remove(id)
  }
}

/** What is still owed after an attempt. */
function rest(
  letter: QueuedCallback,
  taken: boolean,
  { settingsOf, clock }: DeliveryParts,
): QueuedCallback | undefined {
  const { repeatAfter = REPEAT_AFTER, growth = GROWTH, failures = FAILURES } = settingsOf(letter.merchant)
  const failed = taken ? 0 : letter.failed + 1
  const wait = Math.min(repeatAfter * growth ** (failed - 1), LONGEST)
  if (!taken && failed < failures) return { ...letter, failed, dueAt: clock.now() + wait }
  const copies = letter.copies - 1
  return copies > 0 ? { ...letter, copies, failed: 0, dueAt: clock.now() } : undefined
}

async function isTaken(parts: DeliveryParts, letter: QueuedCallback): Promise<boolean> {
  const { journal, closing, settingsOf } = parts
  const { operation, status, mdOrder } = letter.fields
  const said = { what: 'callback', ...(mdOrder !== undefined && { order: mdOrder }) }
  journal.note({ ...said, from: 'gateway', to: 'shop', detail: `${operation}, status ${status}` })
  const answer = await carried(parts, letter, settingsOf(letter.merchant))
  if (closing.aborted) return false
  journal.note({ ...said, from: 'shop', to: 'gateway', detail: answer ? `HTTP ${answer.status}` : 'not reached' })
  return answer?.status === 200
}

async function carried(
  { carry, closing }: SenderParts,
  letter: QueuedCallback,
  settings: CallbackSettings,
): Promise<Response | undefined> {
  try {
    const answer = await carry(requestOf(letter, settings, closing))
    // Whatever else the merchant says is not read.
    await answer.body?.cancel()
    return answer
  } catch {
    return undefined
  }
}

/** A redirection is not followed: it is no 200. */
function requestOf({ address, fields }: QueuedCallback, settings: CallbackSettings, signal: AbortSignal): Request {
  const common = { redirect: 'manual', signal } as const
  const form = new URLSearchParams(fields)
  if (settings.method === 'POST') return new Request(address, { ...common, method: 'POST', body: form })
  const url = new URL(address)
  for (const [name, value] of form) url.searchParams.append(name, value)
  return new Request(url, common)
}

/** False when everything closes before that moment. */
export async function waited({ clock, closing }: Pick<SenderParts, 'clock' | 'closing'>, at: number): Promise<boolean> {
  const left = at - clock.now()
  if (left <= 0 || closing.aborted) return !closing.aborted
  return clock.sleep(left, closing).then(
    () => true,
    () => false,
  )
}
