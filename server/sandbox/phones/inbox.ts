import type { Clock } from '#contract/ports.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import type { Store } from '#sandbox/store/store.ts'

export interface TextMessage {
  /** Only the digits of the number. */
  readonly phone: string
  readonly text: string
  /** Unix milliseconds. */
  readonly at: number
}

/** The phones of cardholders: what is sent to them can be read in the console. */
export interface Phones {
  send(phone: string, text: string): void
  /** Newest first. */
  inboxOf(phone: string): readonly TextMessage[]
  /** Newest first, of all phones. */
  latest(count: number): readonly TextMessage[]
}

export function buildPhones(store: Store, clock: Clock): Phones {
  const messages = store.table<TextMessage>('phones:messages')
  const byPhone = indexBy(messages, ({ phone }) => phone)
  return {
    send(phone, text) {
      messages.put(String(messages.size + 1), { phone: digitsOf(phone), text, at: clock.now() })
    },
    inboxOf: (phone) => byPhone.of(digitsOf(phone)).toReversed(),
    latest: (count) =>
      Array.from({ length: Math.min(count, messages.size) }, (_, back) => messages.get(String(messages.size - back))!),
  }
}

/** Normalises a phone number: with `+` or `00` before the country code, it is the same number. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^00/, '')
