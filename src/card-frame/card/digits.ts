/** The code point of zero in each decimal script that a shopper may use; the other nine digits follow it in order. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

const valueOf = (character: string): number | undefined => {
  const point = character.codePointAt(0)!
  const zero = zeros.find((first) => point >= first && point < first + 10)
  return zero === undefined ? undefined : point - zero
}

/** The digits of a text, whatever their script, as `0` to `9`. */
export const digitsIn = (text: string): string => [...text].map((character) => valueOf(character) ?? '').join('')

/** The runs of digits in a text: `12/2034` gives `12` and `2034`. */
export const groupsIn = (text: string): readonly string[] =>
  [...text]
    .map((character) => valueOf(character) ?? ' ')
    .join('')
    .split(' ')
    .filter(Boolean)
