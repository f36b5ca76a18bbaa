import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import { schemeOf } from '#server-contract/gateway/card-schemes.ts'
import { instantOf } from '#contract/time/instant.ts'
import type { RefusalName } from '../errors/refusals.ts'
import type { Seal } from './seal.ts'

/** A card as the payer typed it; `expiry` is YYYYMM. */
export interface Card {
  readonly pan: string
  readonly expiry: string
  readonly cvc?: string
}

/** The content of a seToken; `''` is an empty or omitted field. */
export interface Sealed {
  readonly uuid: string
  readonly pan: string
  readonly cvc: string
  readonly expiry: string
  readonly mdOrder: string
  readonly binding: string
}

interface Wrong {
  readonly wrong: RefusalName
}
type CardOrWrong = { readonly card: Card } | Wrong

/** The key that opens a seToken, and the time at which it is opened in Unix milliseconds. */
export interface Opening {
  readonly seal: Seal
  readonly now: number
}

/** Milliseconds that a sealed card is valid; the sandbox's own choice, since no limit is documented. */
const SEAL_LIFETIME = 30 * 60_000

/** What is wrong with the time and the id of a token: ISO 8601 with an offset, and a UUID (family). */
function wrongStamp(time: string, uuid: string, now: number): RefusalName | undefined {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(time)
  const at = isTime ? instantOf(time) : Number.NaN
  if (Number.isNaN(at)) return 'seal time'
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) return 'seal uuid'
  return now - at > SEAL_LIFETIME ? 'seal old' : undefined
}

/** The family's mobile SDKs write a month of one digit as one: `20345` is May 2034. */
const padded = (expiry: string): string => expiry.replace(/^(\d{4})([1-9])$/, '$10$2')

/**
 * Reads `timestamp/uuid/PAN/CVV/EXPDATE/mdOrder/bindingId/cardholder/registeredFrom`, sealed for `mdOrder`; trailing
 * fields may be omitted, which covers the older forms of six and seven fields (family).
 */
export function unseal(seToken: string, { seal, now }: Opening, forOrder: string): Sealed | Wrong {
  const opened = seal.open(seToken)
  if ('wrong' in opened) return opened
  const fields = opened.text.split('/')
  if (fields.length < 5 || fields.length > 9) return { wrong: 'field count' }
  const [time = '', uuid = '', pan = '', cvc = '', expiry = '', mdOrder = '', binding = ''] = fields
  const wrong = wrongStamp(time, uuid, now)
  if (wrong) return { wrong }
  return mdOrder === forOrder ? { uuid, pan, cvc, expiry: padded(expiry), mdOrder, binding } : { wrong: 'other order' }
}

/** The card of paymentorder.do, sealed or in clear text; in clear text the CVC is optional if it is not checked. */
export function paymentCard(request: CardPayment, opening: Opening, needsCvc: boolean): CardOrWrong {
  if (request.seToken === undefined) return cardIn(inTheClear(request, needsCvc))
  const sealed = unseal(request.seToken, opening, request.MDORDER)
  if ('wrong' in sealed) return sealed
  return sealed.binding ? { wrong: 'binding' } : cardIn(sealed)
}

function inTheClear(request: CardPayment, needsCvc: boolean): Card | undefined {
  const { $PAN: pan, $CVC: cvc, YYYY, MM } = request
  const expiry = request.$EXPIRY ?? (YYYY && MM && YYYY + MM.padStart(2, '0'))
  return pan && expiry && (cvc || !needsCvc) ? { pan, expiry, ...(cvc && { cvc }) } : undefined
}

/** Validates the fields of a card; an empty CVC counts as absent. */
export function cardIn(card: Card | undefined): CardOrWrong {
  if (!card) return { wrong: 'card missing' }
  const { pan, expiry, cvc } = card
  if (!/^\d{12,19}$/.test(pan) || !luhn(pan)) return { wrong: 'pan' }
  if (!/^\d{4}(?:0[1-9]|1[0-2])$/.test(expiry)) return { wrong: 'expiry' }
  if (cvc && !/^\d{3,4}$/.test(cvc)) return { wrong: 'cvc' }
  return { card: { pan, expiry, ...(cvc && { cvc }) } }
}

const luhn = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, at) => sum + weighed(Number(digit), at), 0) % 10 === 0

const weighed = (digit: number, at: number): number => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0))

/** paymentSystem, by the card number's first digits (family). */
export const systemOf = (pan: string): string => schemeOf(pan)?.system ?? 'UNKNOWN'
