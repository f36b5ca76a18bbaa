import { digitsIn, groupsIn } from './digits.ts'
import {
  digitFrom,
  nextDigit,
  partsIn,
  passDigits,
  placeAt,
  positionOf,
  without,
  type Parts,
  type Place,
} from './places.ts'

/** How a field of digits reads what is entered, and formats it. */
export interface Mask {
  readonly parts: 1 | 2
  /** Reads a text that is the whole value; `undefined` for one that is nothing of the kind. */
  readonly read: (text: string) => Parts | undefined
  /** Formats the digits for the shopper, with `/` between two parts. */
  readonly show: (parts: Parts) => string
  /** Whether the field has room for these digits. */
  readonly fits: (parts: Parts) => boolean
  /** Whether these digits are all that the field wants: pasted, they replace the value. */
  readonly isComplete: (parts: Parts) => boolean
}

/** A field before and after an edit. */
export interface Edit {
  readonly before: string
  readonly raw: string
  readonly caret: number
  /** The text before the caret that the edit put there, where the browser tells. */
  readonly data?: string | undefined
  /** Whether it deleted forward, with Delete and not with Backspace. */
  readonly forward?: boolean
  /** Whether it replaced or deleted a selection. */
  readonly selected?: boolean
  /** Whether the whole value is new, as from autofill or a script. */
  readonly whole?: boolean
  /** Whether the value is one that the field has shown before, as from undo. */
  readonly again?: boolean
}

/** Why something was not taken: a digit because the field is full, a text of several characters because it is no value. */
export type Refusal = 'full' | 'unread'

export interface MaskedText {
  readonly value: string
  readonly caret: number
  readonly refused: Refusal | undefined
}

/** A text in place of a part of the value. */
interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The value after an edit, formatted, with the caret between the same digits. Only digits that were selected or deleted go;
 * one that has no room at the caret is refused, as in a plain field of limited length.
 */
export function applyMask(mask: Mask, edit: Edit): MaskedText {
  const { before, raw, caret, again } = edit
  if (again) return { value: raw, caret, refused: undefined }
  const change = changeIn(mask, edit)
  if (!change) return entered(mask, edit)
  const { start, end, text } = change
  if (!text) return deleted(mask, edit, change)
  // Where no digit is left, a separator that stands there is none that was typed.
  if (!digitsIn(before.slice(0, start) + before.slice(end)))
    return entered(mask, { ...edit, raw: text, caret: text.length })
  const isLong = text.length > 1
  const alone = mask.read(text)
  if (isLong && !alone && groupsIn(text).length !== 1) return unread(before, end, text)
  if (isLong && alone && mask.isComplete(alone)) return atEnd(mask.show(alone))
  const isLast = mask.parts > 1 && start === before.length && !partsOf(mask, before)[1]
  const longer = isLast && (digitsIn(text) || isSeparator(text)) ? mask.read(raw) : undefined
  return longer ? atEnd(mask.show(longer)) : inserted(mask, before, change)
}

/** What was replaced by what; `undefined` where the whole value is new. */
function changeIn(mask: Mask, { before, raw, caret, data = '', whole }: Edit): Change | undefined {
  const end = before.length - (raw.length - caret)
  const isWhole = whole || end < 0 || before.slice(end) !== raw.slice(caret)
  if (isWhole || mask.show(partsOf(mask, before)) !== before) return undefined
  const told = caret - data.length
  const isTold = data && told <= end && raw.slice(0, caret) === before.slice(0, told) + data
  const start = isTold ? told : Math.min(sameStart(before, raw), caret, end)
  return { start, end, text: raw.slice(start, caret) }
}

function sameStart(one: string, other: string): number {
  const at = [...one].findIndex((character, index) => character !== other[index])
  return at < 0 ? one.length : at
}

/** A new value; a text that is none leaves the one before. */
function entered(mask: Mask, { before, raw, caret }: Edit): MaskedText {
  if (!raw) return atEnd('')
  const parts = mask.read(raw)
  if (!parts) return unread(before, before.length, raw)
  if (!mask.fits(parts)) return inserted(mask, '', { start: 0, end: 0, text: parts.join('') })
  const value = mask.show(parts)
  if (caret === raw.length) return atEnd(value)
  const passed = digitsIn(raw.slice(0, caret)).length
  // The mask may have added a digit in front, such as the 0 of a month.
  const added = Math.max(0, digitsIn(value).length - digitsIn(raw).length)
  return { value, caret: nextDigit(value, passDigits(value, 0, passed && passed + added)), refused: undefined }
}

/** A key in a separator deletes the digit beside it, since the separator stays; a selected separator has no digit. */
function deleted(mask: Mask, { before, forward, selected }: Edit, { start, end }: Change): MaskedText {
  const isSeparator = start < end && !selected && !digitsIn(before.slice(start, end))
  const from = isSeparator && !forward ? (digitFrom(before, start - 1, -1) ?? start) : start
  const to = isSeparator && forward ? (digitFrom(before, end, 1) ?? end - 1) + 1 : end
  const place = placeAt(before, from)
  const value = mask.show(without(partsOf(mask, before), place, placeAt(before, to)))
  return { value, caret: positionOf(value, place), refused: undefined }
}

function inserted(mask: Mask, before: string, { start, end, text }: Change): MaskedText {
  const digits = digitsIn(text)
  let place = placeAt(before, start)
  let parts = without(partsOf(mask, before), place, placeAt(before, end))
  let taken = 0
  for (; taken < digits.length; taken += 1) {
    const next = withDigit(mask, parts, place, digits[taken]!)
    if (!next) break
    ;({ parts, place } = next)
  }
  if (isSeparator(text)) return pastPart(before, end)
  if (!digits) return unread(before, end, text)
  const refused = taken < digits.length ? 'full' : undefined
  if (taken === 0) return { value: before, caret: end, refused }
  const value = mask.show(parts)
  return { value, caret: caretAfter(mask, value, parts, place), refused }
}

/** The digit at the place, or at the start of the next part where this one is full. */
function withDigit(mask: Mask, parts: Parts, place: Place, digit: string): { parts: Parts; place: Place } | undefined {
  const { part, digits } = place
  const own = parts[part]!
  const longer = parts.map((one, at) => (at === part ? own.slice(0, digits) + digit + own.slice(digits) : one))
  if (mask.fits(longer)) return { parts: longer, place: { part, digits: digits + 1 } }
  const isFlowing = digits === own.length && part + 1 < mask.parts
  return isFlowing ? withDigit(mask, parts, { part: part + 1, digits: 0 }, digit) : undefined
}

/** Where typing goes on: past a separator, once the part before it is full. */
function caretAfter(mask: Mask, value: string, parts: Parts, { part, digits }: Place): number {
  if (part === mask.parts - 1) return nextDigit(value, positionOf(value, { part, digits }))
  const isFull = digits === parts[part]!.length && !mask.fits(parts.map((one, at) => (at === part ? `${one}0` : one)))
  return positionOf(value, isFull ? { part: part + 1, digits: 0 } : { part, digits })
}

/** A separator that is typed at the end of a part leads to the next one. */
function pastPart(value: string, caret: number): MaskedText {
  const rest = value.slice(caret)
  return { value, caret: /^\D*\//.test(rest) ? nextDigit(value, caret) : caret, refused: undefined }
}

const isSeparator = (text: string): boolean => /^[\s/.,-]$/u.test(text)

/** A letter is not taken either, as the shopper sees at once where it was typed. */
const unread = (value: string, caret: number, text: string): MaskedText => ({
  value,
  caret,
  refused: digitsIn(text) || text.trim().length > 1 ? 'unread' : undefined,
})

const partsOf = ({ parts }: Mask, value: string): Parts => [...partsIn(value), ''].slice(0, parts)

const atEnd = (value: string): MaskedText => ({ value, caret: value.length, refused: undefined })
