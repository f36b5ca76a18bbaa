import { nameOnCard, plainLatin } from '#contract/latin.ts'

/** What is wrong with the name on the card, as a key of the texts. */
export function checkHolder(value: string, longest = 150): 'holderMissing' | 'holderLatin' | 'holderLong' | undefined {
  const name = plainLatin(value)
  if (!name) return 'holderMissing'
  if (!nameOnCard.test(name)) return 'holderLatin'
  return name.length > longest ? 'holderLong' : undefined
}
