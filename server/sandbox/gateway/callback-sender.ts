import type { Clock } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import type { Journal } from '#ports/journal.ts'
import type { Fields } from './callback-checksum.ts'
import type { CallbackSettings } from './callback-settings.ts'

/** A callback on its way: signed, and the same at each attempt. */
export interface Letter {
  readonly address: string
  readonly fields: Fields
  readonly settings: CallbackSettings
}

export interface SenderParts {
  readonly clock: Clock
  readonly carry: Carry
  readonly journal: Journal
  /** Ends all waiting. */
  readonly closing: AbortSignal
}

const REPEAT_AFTER = 30_000
const FAILURES = 3

/** Sends a letter until HTTP 200 takes it, or it has failed too often in a row (family). Never rejects. */
export async function deliver(parts: SenderParts, letter: Letter): Promise<void> {
  const { repeatAfter = REPEAT_AFTER, failures = FAILURES } = letter.settings
  for (let failed = 0; !parts.closing.aborted;) {
    if (await isTaken(parts, letter)) return
    failed += 1
    if (failed >= failures || !(await waited(parts, repeatAfter))) return
  }
}

async function isTaken({ carry, journal, closing }: SenderParts, letter: Letter): Promise<boolean> {
  const { operation, status, mdOrder } = letter.fields
  const said = { what: 'callback', ...(mdOrder !== undefined && { order: mdOrder }) }
  journal.note({ ...said, from: 'gateway', to: 'shop', detail: `${operation}, status ${status}` })
  const answer = await carried(carry, letter, closing)
  if (closing.aborted) return false
  journal.note({ ...said, from: 'shop', to: 'gateway', detail: answer ? `HTTP ${answer.status}` : 'not reached' })
  return answer?.status === 200
}

async function carried(carry: Carry, letter: Letter, closing: AbortSignal): Promise<Response | undefined> {
  try {
    const answer = await carry(requestOf(letter, closing))
    // Whatever else the merchant says is not read.
    await answer.body?.cancel()
    return answer
  } catch {
    return undefined
  }
}

/** A redirection is not followed: it is no 200. */
function requestOf({ address, fields, settings }: Letter, signal: AbortSignal): Request {
  const common = { redirect: 'manual', signal } as const
  const form = new URLSearchParams(fields)
  if (settings.method === 'POST') return new Request(address, { ...common, method: 'POST', body: form })
  const url = new URL(address)
  for (const [name, value] of form) url.searchParams.append(name, value)
  return new Request(url, common)
}

/** False when everything closes before the time is over. */
const waited = ({ clock, closing }: SenderParts, ms: number): Promise<boolean> =>
  clock.sleep(ms, closing).then(
    () => true,
    () => false,
  )
