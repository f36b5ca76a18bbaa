import { digitsIn } from './digits.ts'

/** How a field of digits parses what was typed, and formats it. */
export interface Mask {
  /** The valid digits in the field's own order, cut to its length. */
  readonly read: (raw: string) => string
  /** Formats those digits for the shopper. */
  readonly show: (digits: string) => string
}

/** The input before and after an edit. */
export interface Edit {
  readonly before: string
  readonly raw: string
  readonly caret: number
  /** Whether it deleted forward, with Delete and not with Backspace. */
  readonly forward?: boolean
}

export interface MaskedText {
  readonly value: string
  readonly caret: number
}

/** Formats the result of an edit, with the caret between the same digits as before. */
export function applyMask(mask: Mask, edit: Edit): MaskedText {
  const cut = isCut(edit)
  const { raw, caret } = cut ? deleteSeparator(edit) : edit
  // After a deletion the text no longer has the format in which it was typed, so only its digits are read; nor does it
  // where a stray sign stands among them.
  const typed = digitsIn(raw)
  const digits = mask.read(cut ? typed : raw) || mask.read(typed === digitsIn(edit.before) ? typed : '')
  const value = mask.show(digits)
  const passed = digitsBefore(raw, caret, digits)
  return { value, caret: passed === digits.length && !cut ? value.length : place(value, passed, !cut) }
}

/** Whether the edit only deleted a piece that ended or began at the caret. */
const isCut = ({ before, raw, caret }: Edit): boolean =>
  raw.length < before.length && raw === before.slice(0, caret) + before.slice(before.length - raw.length + caret)

/**
 * Deleting in a separator deletes it with the digit beside it; otherwise the mask would restore the separator each
 * time.
 */
function deleteSeparator({ before, raw, caret, forward }: Edit): { raw: string; caret: number } {
  const at = forward ? digitFrom(raw, caret, 1) : digitFrom(raw, caret - 1, -1)
  if (at === undefined || digitsIn(raw) !== digitsIn(before)) return { raw, caret }
  return forward
    ? { raw: raw.slice(0, caret) + raw.slice(at + 1), caret }
    : { raw: raw.slice(0, at) + raw.slice(caret), caret: at }
}

function digitFrom(text: string, start: number, step: 1 | -1): number | undefined {
  for (let at = start; at >= 0 && at < text.length; at += step) if (digitsIn(text[at]!)) return at
  return undefined
}

/** Counts the digits before the caret, including one that the mask added in front, such as the 0 of a month. */
function digitsBefore(raw: string, caret: number, digits: string): number {
  const typed = digitsIn(raw.slice(0, caret)).length
  const added = Math.max(0, digits.length - digitsIn(raw).length)
  return Math.min(digits.length, typed && typed + added)
}

/** The caret position after that many digits, or past the separator that follows when typing continues. */
function place(value: string, passed: number, pastSeparator: boolean): number {
  let at = 0
  for (let seen = 0; seen < passed; at += 1) if (digitsIn(value[at]!)) seen += 1
  return pastSeparator && passed > 0 ? (digitFrom(value, at, 1) ?? value.length) : at
}
