import { plainLatin } from '#contract/latin.ts'

/**
 * What is wrong with the name on the card, as a key of the texts. Digits are rejected: a card number must not be sent
 * as a name.
 */
export function checkHolder(value: string, longest = 150): 'holderMissing' | 'holderLatin' | 'holderLong' | undefined {
  const name = plainLatin(value)
  if (!name) return 'holderMissing'
  if (!/^(?=.*[A-Za-z])[A-Za-z .,'/&()-]*$/.test(name)) return 'holderLatin'
  return name.length > longest ? 'holderLong' : undefined
}
