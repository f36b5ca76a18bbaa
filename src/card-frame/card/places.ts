import { digitsIn } from './digits.ts'

/** The digits of a field in its parts: a number and a code have one part, an expiry date has month and year. */
export type Parts = readonly string[]

/** A place between the digits of a part, which has so many digits before it. */
export interface Place {
  readonly part: number
  readonly digits: number
}

/** The parts of a formatted text, in which `/` stands between two of them. */
export const partsIn = (text: string): Parts => text.split('/').map(digitsIn)

export function placeAt(text: string, caret: number): Place {
  const before = partsIn(text.slice(0, caret))
  return { part: before.length - 1, digits: before.at(-1)!.length }
}

/** Where a place is in a formatted text; the start of a later part is behind its separator, if that is shown. */
export function positionOf(text: string, { part, digits }: Place): number {
  if (part > 0 && !text.includes('/')) return text.length
  const start = part > 0 ? text.indexOf('/') + 1 : 0
  return part > 0 && digits === 0 ? nextDigit(text, start) : passDigits(text, start, digits)
}

/** The position behind so many digits that follow another position. */
export function passDigits(text: string, start: number, digits: number): number {
  let at = start
  for (let seen = 0; seen < digits && at < text.length; at += 1) if (digitsIn(text[at]!)) seen += 1
  return at
}

/** The position of the next digit, or the end. */
export const nextDigit = (text: string, start: number): number => digitFrom(text, start, 1) ?? text.length

/** The position of the nearest digit in one direction. */
export function digitFrom(text: string, start: number, step: 1 | -1): number | undefined {
  for (let at = start; at >= 0 && at < text.length; at += step) if (digitsIn(text[at]!)) return at
  return undefined
}

/** The parts without the digits between two places. */
export const without = (parts: Parts, from: Place, to: Place): Parts =>
  parts.map((part, at) => {
    const start = at < from.part ? part.length : at === from.part ? from.digits : 0
    const end = at < to.part ? part.length : at === to.part ? to.digits : 0
    return part.slice(0, start) + part.slice(Math.max(start, end))
  })
