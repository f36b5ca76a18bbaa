/** What is wrong with the name on the card, as a key of the texts. Digits are refused: a card number must not travel as a name. */
export function checkHolder(value: string): 'holderMissing' | 'holderLatin' | undefined {
  const name = nameToSend(value)
  if (!name) return 'holderMissing'
  return /^[A-Za-z][A-Za-z .,'/&()-]*$/.test(name) ? undefined : 'holderLatin'
}

/** As cards are embossed: Latin letters without accents, one space between words. */
export const nameToSend = (value: string): string =>
  value.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’ʼ`]/g, "'").replace(/\s+/g, ' ').trim()
