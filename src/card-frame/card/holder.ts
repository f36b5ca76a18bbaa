/**
 * What is wrong with the name on the card, as a key of the texts. Digits are rejected: a card number must not be sent
 * as a name.
 */
export function checkHolder(
  value: string,
  channel: 'web' | 'moto' = 'web',
): 'holderMissing' | 'holderLatin' | 'holderLong' | undefined {
  const name = nameToSend(value)
  if (!name) return 'holderMissing'
  if (!/^[A-Za-z][A-Za-z .,'/&()-]*$/.test(name)) return 'holderLatin'
  return name.length > longest[channel] ? 'holderLong' : undefined
}

/** Longest name in characters, by channel (online gateway 4.4, 4.5). */
const longest = { web: 150, moto: 26 } as const

/** Latin letters that Unicode does not decompose, and how cards are embossed with them. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ə: 'e',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
}

function plainLetter(letter: string): string {
  const small = letter.toLowerCase()
  const plain = plainLetters[small]!
  return letter === small ? plain : plain.toUpperCase()
}

/** The name as cards are embossed: Latin letters without accents, one space between words. */
export const nameToSend = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøßæœđðþıəħŧŋ]/giu, plainLetter)
    .replace(/[’ʼ`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
