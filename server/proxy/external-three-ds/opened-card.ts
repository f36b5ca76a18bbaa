import { ProxyError } from '#contract/proxy-errors.ts'
import type { CardSeal } from './card-seal.ts'

/** A sealed card after decryption; missing fields are empty. */
export interface OpenedCard {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: string
  /** The order that it was sealed for. */
  readonly orderId: string
  /** The stored card, if it is one. */
  readonly bindingId: string
}

/** Reads `timestamp/uuid/PAN/CVV/EXPDATE/mdOrder/bindingId` (family), trailing fields being optional. */
export function openedCard(text: string): OpenedCard | undefined {
  const [timestamp, uuid, pan = '', cvc = '', expiry = '', orderId = '', bindingId = ''] = text.split('/')
  const isCard = /^\d{1,19}$/.test(pan) && /^\d{6}$/.test(expiry) && bindingId === ''
  const isStored = pan === '' && bindingId !== ''
  if (!timestamp || !uuid || !/^\d{0,4}$/.test(cvc) || !(isCard || isStored)) return undefined
  return { pan, expiry, orderId, bindingId }
}

/** Opens a card, with the text that it was sealed from. All errors get one refusal, which shows no progress of a guess. */
export function open(seal: CardSeal, seToken: string): { readonly text: string; readonly card: OpenedCard } {
  const text = seal.open(seToken)
  const card = text === undefined ? undefined : openedCard(text)
  if (text === undefined || !card)
    throw new ProxyError('field_invalid', 'cannot be opened: load the form anew', 'seToken')
  return { text, card }
}

/** A card's plain text with another time and id: a gateway may refuse one that was sealed long ago. */
export const stampedAnew = (text: string, now: number, uuid: string): string =>
  [`${new Date(now).toISOString().slice(0, 19)}+00:00`, uuid, ...text.split('/').slice(2)].join('/')
