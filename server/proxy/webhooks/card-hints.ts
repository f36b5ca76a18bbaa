import type { Order } from '#server-contract/merchant/merchant.ts'
import type { TryState } from '#contract/outcome.ts'
import type { CardEventType, CardNotice } from '#server-contract/merchant/webhooks.ts'
import type { CallbackFields } from './callback-checksum.ts'

/** A sign that a stored card was made, changed or removed; the client's list of cards decides. */
export interface CardHint extends CardNotice {
  /** Absent where only the list says whether the card is active. */
  readonly type?: CardEventType
  /** Unix milliseconds of the change. */
  readonly at: number
}

/** States in which a payment has stored its card. */
const stored: ReadonlySet<TryState> = new Set(['held', 'paid', 'verified'])

const storing: ReadonlySet<string> = new Set(['CI', 'RI'])

/**
 * The card that an order's payment has stored, by its tii (online gateway 2.3). The gateway may leave the tii out, and
 * then the card of a payment that was not made with a stored one (paymentWay, family) is new.
 */
export function hintOfOrder({ orderNumber, state, current }: Order, now: number): CardHint | undefined {
  const { clientId, bindingId, tii, paymentWay = '', maskedPan, expiration, authDateTime, date } = current
  if (!stored.has(state) || !clientId || !bindingId) return undefined
  if (!(tii ? storing.has(tii) : !paymentWay.endsWith('_BINDING'))) return undefined
  return {
    type: 'card.stored',
    at: authDateTime ?? date ?? now,
    clientId,
    bindingId,
    ...(maskedPan !== undefined && { maskedPan }),
    ...(expiration !== undefined && { expiryDate: expiration }),
    orderNumber,
  }
}

/** Whether a binding is active after each operation of a callback; `undefined` where `enabled` says it (family). */
const operations: ReadonlyMap<string | undefined, 'card.stored' | undefined> = new Map([
  ['bindingCreated', 'card.stored'],
  ['bindingActivityChanged', undefined],
])

const switched: ReadonlyMap<string | undefined, CardEventType> = new Map([
  ['true', 'card.changed'],
  ['false', 'card.removed'],
])

/**
 * The card that a verified callback is about (online gateway 6, family); `undefined` for any other callback, for a
 * change that failed, and for a card without a client, about which no event can be sent.
 */
export function hintOfCallback(fields: CallbackFields, now: number): CardHint | undefined {
  const { operation, status, clientId, bindingId, enabled, maskedPan, panMasked = maskedPan, orderNumber } = fields
  if (!operations.has(operation) || status !== '1' || !clientId || !bindingId) return undefined
  const type = operations.get(operation) ?? switched.get(enabled)
  const created = Date.parse(fields['callbackCreationDate'] ?? '')
  return {
    ...(type && { type }),
    at: Number.isNaN(created) ? now : created,
    clientId,
    bindingId,
    ...(panMasked !== undefined && { maskedPan: panMasked }),
    ...(orderNumber !== undefined && { orderNumber }),
  }
}
