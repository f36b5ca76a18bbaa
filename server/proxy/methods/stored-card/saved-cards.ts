import { isByOperator } from '#contract/methods/methods.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { StoredCard } from '#server-contract/gateway/bindings.ts'
import type { SavedCard } from '#contract/payment-methods.ts'
import { cardMonth, cardMonthIn } from '#contract/time/card-month.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { clientCard, cards, mayBe, removeCard } from './cards.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import { brandOf } from '../card/brand.ts'
import { isOfChild } from '../../tickets/claim-rules.ts'
import { isAllowed, isVerification, requireMethod } from '../../tickets/methods.ts'

/** Milliseconds after which the card form is shown without the stored cards. */
const CARDS_TIMEOUT = 10_000

/**
 * The cards that the ticket's client may pay with; none where the gateway does not answer, since the card form must be
 * shown.
 */
export async function savedCardsOf(
  proxy: Pick<ProxyContext, 'gateway' | 'clock'>,
  ticket: Ticket,
): Promise<SavedCard[]> {
  if (!mayHaveStoredCards(ticket)) return []
  const none = (): SavedCard[] => []
  const listed = () => commonCards(proxy, clientOf(ticket)).then((found) => chosenFirst(found, ticket))
  return withTimeout(proxy.clock, CARDS_TIMEOUT, () => listed().catch(none), none)
}

/** Whether the form may show stored cards: none verifies another card, and those of a child merchant cannot be listed. */
export const mayHaveStoredCards = (ticket: Ticket): boolean =>
  Boolean(ticket.clientId) &&
  !isByOperator(ticket) &&
  isAllowed(ticket, 'binding') &&
  !isVerification(ticket) &&
  !isOfChild(ticket)

/** The form chooses the first card that can pay. */
const chosenFirst = (found: SavedCard[], { bindingId }: Ticket): SavedCard[] =>
  found.toSorted((one, other) => Number(other.bindingId === bindingId) - Number(one.bindingId === bindingId))

/** Without cards that are listed as recurrent, which the merchant charges (online gateway 2.2). */
async function commonCards(proxy: Pick<ProxyContext, 'gateway' | 'clock'>, clientId: string): Promise<SavedCard[]> {
  const listed = await cards(proxy, { clientId })
  return listed.cards.filter((card) => mayBe('COMMON', card)).flatMap((card) => shown(card, proxy.clock.now()))
}

/** Characters that a row of the form has room for. */
const MAX_LENGTHS = { label: 64, brand: 32, pan: 24 } as const

/**
 * A card as sent to the form: long texts of the gateway could otherwise push the amount and the button out. Without a
 * number and a label the shopper could not distinguish it from another.
 */
function shown(
  { bindingId, displayLabel = '', maskedPan = '', expiryDate = '', paymentSystem }: StoredCard,
  now: number,
): readonly SavedCard[] {
  const label = oneLine(displayLabel, MAX_LENGTHS.label)
  const pan = oneLine(maskedPan, MAX_LENGTHS.pan) || oneLine(displayLabel, MAX_LENGTHS.pan)
  if (!pan) return []
  const brand = brandOf(paymentSystem && oneLine(paymentSystem, MAX_LENGTHS.brand), pan)
  const expiry = cardMonthIn(expiryDate) ?? ''
  const card = {
    bindingId,
    maskedPan: pan,
    ...(brand !== undefined && { brand }),
    expiry,
    expired: expiry !== '' && expiry < cardMonth(now),
    ...(label && { label }),
  }
  return [card]
}

/** Throws unless this card is one that the ticket's client may pay with. */
export async function requireOwnCard(
  proxy: Pick<ProxyContext, 'gateway'>,
  ticket: Ticket,
  bindingId: string,
): Promise<void> {
  requireMethod(ticket, 'binding')
  await clientCard(proxy, { clientId: clientOf(ticket), bindingId }, 'COMMON')
}

/** Deactivates a card of the ticket's client, and returns the remaining ones. */
export async function removeSavedCard(proxy: ProxyContext, ticket: Ticket, bindingId: string): Promise<SavedCard[]> {
  if (bindingId === ticket.bindingId)
    throw new ProxyError(
      'field_invalid',
      'is the card that the order was begun with; choose another to pay with',
      'bindingId',
    )
  await requireOwnCard(proxy, ticket, bindingId)
  await removeCard(proxy, { clientId: clientOf(ticket), bindingId })
  return chosenFirst(await commonCards(proxy, clientOf(ticket)), ticket)
}

function clientOf({ clientId }: Ticket): string {
  if (clientId) return clientId
  throw new ProxyError('not_found', 'is not a stored card of this client', 'bindingId')
}

/** Combining marks beyond four on one letter, which would be drawn over the lines around it. */
const piledUp = /(\p{M}{4})\p{M}+/gu

/** Characters that break a line, or change the direction of the text that follows (UAX #9). */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text of the gateway's as one line of at most `longest` characters, which cannot cover the rest of the page. */
export const oneLine = (text: string, longest: number): string =>
  [...text.replace(unseen, '').replace(piledUp, '$1').trim()].slice(0, longest).join('').trimEnd()
