/** Combining marks beyond four on one letter, which would be drawn over the lines around it. */
const piledUp = /(\p{M}{4})\p{M}+/gu

/** Characters that break a line, or change the direction of the text that follows (UAX #9). */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text of the gateway's as one line of at most `longest` characters, which cannot cover the rest of the page. */
export const oneLine = (text: string, longest: number): string =>
  [...text.replace(unseen, '').replace(piledUp, '$1').trim()].slice(0, longest).join('').trimEnd()
