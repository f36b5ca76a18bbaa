import { createHash } from 'node:crypto'
import type { Binding } from '#server-contract/gateway/bindings.ts'
import type { Clock } from '#contract/ports.ts'
import type { CardEventType, CardNotice } from '#server-contract/merchant/webhooks.ts'
import type { LockStore } from '../locks/lock-store.ts'
import { eventIdOf, type CardEvent } from './event.ts'
import type { CardHint } from './card-hints.ts'

/** A card as the client's list has it; `unknown` where the gateway refuses to list cards. */
export type Listed = Binding | 'absent' | 'unknown'

/** An event that was not sent yet. */
export interface UnsentCard {
  readonly event: CardEvent
  /** Called once the event is accepted: the same change is not sent again. */
  sent(): Promise<void>
}

/** Finds out what is to be sent about stored cards, once for all processes that share the locks. */
export interface CardRecord {
  /** The event of a hint; `undefined` where it was sent, or the card has changed since. Rejects where that is unknown. */
  unsent(hint: CardHint): Promise<UnsentCard | undefined>
  /** Notes that the merchant knows a card as it is. */
  note(card: CardNotice): Promise<void>
}

export interface CardRecordOptions {
  readonly locks: LockStore
  readonly clock: Clock
  /** Looks a card up in the list of its client. */
  readonly list: (card: CardNotice) => Promise<Listed>
}

export function buildCardRecord({ locks, clock, list }: CardRecordOptions): CardRecord {
  return {
    async unsent(hint) {
      const change = changeOf(hint, await list(hint))
      const type = change && (await unsentTypeOf(locks, change))
      if (!type) return undefined
      const { card } = change
      const id = await unusedId(locks, { type, card }, hint.at)
      return {
        event: { id, type, timestamp: new Date(clock.now()).toISOString(), data: card },
        // Without a record the same event may be sent again, with the same id.
        sent: () => record(locks, { type, card }, [idKey(id)]).catch(() => {}),
      }
    },
    note: (card) => record(locks, { type: 'card.stored', card }, []),
  }
}

/** What is true of a card now. */
interface CardChange {
  readonly type: CardEventType
  readonly card: CardNotice
}

/** What a hint means by the client's list; `undefined` where they contradict each other: the card changed since. */
function changeOf({ type, at: _, ...known }: CardHint, listed: Listed): CardChange | undefined {
  if (listed === 'unknown') return type && { type, card: known }
  if (listed === 'absent')
    return type === undefined || type === 'card.removed' ? { type: 'card.removed', card: known } : undefined
  if (type === 'card.removed') return undefined
  // Where the list is silent, the hint may know more.
  const card = {
    ...known,
    maskedPan: listed.maskedPan ?? known.maskedPan,
    expiryDate: listed.expiryDate ?? known.expiryDate,
    bindingCategory: listed.bindingCategory,
    paymentSystem: listed.paymentSystem,
  }
  return { type: type ?? 'card.changed', card }
}

/** Milliseconds for which it is remembered what was sent: as long as a queue remembers its events. */
const SENT_LIFETIME = 7 * 86_400_000

/** The holder of these locks: any process may end them. */
const NONCE = 'sent'

type State = 'active' | 'removed' | `of the expiry ${string}`

/**
 * Longer than any order number, which has at most 32 characters, so that the two keys never collide. A digest, since a
 * bindingId can be charged.
 */
const stateKey = ({ bindingId }: CardNotice, state: State): string =>
  `the stored card ${createHash('sha256').update(bindingId).digest('base64url')} is ${state}`

const statesOf = ({ type, card: { expiryDate } }: CardChange): readonly State[] =>
  type === 'card.removed' ? ['removed'] : ['active', ...(expiryDate ? ([`of the expiry ${expiryDate}`] as const) : [])]

/** The event that was not sent yet; a card that was removed before, or whose expiry is another, changed. */
async function unsentTypeOf(locks: LockStore, change: CardChange): Promise<CardEventType | undefined> {
  const { type, card } = change
  const isKnown = await Promise.all(statesOf(change).map((state) => locks.isTaken(stateKey(card, state))))
  if (isKnown.every(Boolean)) return undefined
  if (type !== 'card.stored') return type
  return isKnown[0] || (await locks.isTaken(stateKey(card, 'removed'))) ? 'card.changed' : type
}

async function record(locks: LockStore, change: CardChange, more: readonly string[]): Promise<void> {
  const { type, card } = change
  await locks.release(stateKey(card, type === 'card.removed' ? 'active' : 'removed'), NONCE)
  for (const key of [...statesOf(change).map((state) => stateKey(card, state)), ...more])
    await locks.take(key, NONCE, SENT_LIFETIME)
}

const DAY = 86_400_000

/** Most events of one type about one card in a day that have an id of their own. */
const MAX_DAILY_EVENTS = 20

const idKey = (id: string): string => `the webhook ${id}`

/**
 * The id of an event, from the card, its state and the day of the change: processes that share nothing give the same
 * change the same id. A card that is removed twice in a day has two ids.
 */
async function unusedId(locks: LockStore, { type, card }: CardChange, at: number): Promise<string> {
  const { clientId, bindingId, expiryDate } = card
  const day = Math.floor(at / DAY)
  for (let time = 0; ; time++) {
    const id = eventIdOf([type, clientId, bindingId, type === 'card.removed' ? '' : expiryDate, day, time])
    if (time >= MAX_DAILY_EVENTS || !(await locks.isTaken(idKey(id)))) return id
  }
}
