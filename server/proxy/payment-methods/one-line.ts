/** Marks that one letter may carry; more of them would be painted over the lines around it. */
const piledUp = /(\p{M}{4})\p{M}+/gu

/** What breaks a line, and what turns the direction of the text that follows (UAX #9). */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text of the gateway's as one line of at most `longest` characters, which keeps to its place on a screen. */
export const oneLine = (text: string, longest: number): string =>
  [...text.replace(unseen, '').replace(piledUp, '$1').trim()].slice(0, longest).join('').trimEnd()
