import { currencyOf } from '#contract/currencies.ts'
import { luhnDigit } from './luhn.ts'

/** A card that nobody has seen before, and that is therefore looked for. */
export interface Canary {
  /** 16 digits that pass the Luhn check. */
  readonly pan: string
  /** Three digits that stand nowhere in the number, and are no currency's code, which a page may well read. */
  readonly cvc: string
  /** YYYYMM. */
  readonly expiry: string
}

const digit = (): string => String(Math.floor(Math.random() * 10))

export function freshCanary(): Canary {
  const body = `4${Array.from({ length: 14 }, digit).join('')}`
  const pan = body + luhnDigit(body)
  const code = (): string => `0${digit()}${digit()}`
  let cvc = code()
  while (pan.includes(cvc) || currencyOf(cvc)) cvc = code()
  return { pan, cvc, expiry: '203412' }
}

const grouped = (pan: string, by: string): string => pan.replace(/(\d{4})(?=\d)/g, `$1${by}`)

/** Base64 of the text at each of the three places where it can begin within a longer one, without what depends on its neighbours. */
const base64At = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const coded = Buffer.from('\0'.repeat(before) + text).toString('base64')
    return coded.slice(before ? before + 1 : 0, Math.floor(((before + text.length) * 8) / 6))
  })

/** Every spelling in which the card could travel; a code of three digits is looked for only as a value of its own. */
export const spellings = ({ pan, cvc }: Canary): readonly string[] => [
  pan,
  ...[' ', '-', '+', '%20', '\u00a0', '\u2009', '/'].map((by) => grouped(pan, by)),
  [...pan].toReversed().join(''),
  ...base64At(pan),
  Buffer.from(pan).toString('hex'),
  `"${cvc}"`,
  `'${cvc}'`,
  `\\"${cvc}\\"`,
  `/${cvc}/`,
  `=${cvc}&`,
]

/** The first spelling that a text holds. */
export const spelledIn = (canary: Canary, text: string): string | undefined =>
  spellings(canary).find((spelling) => text.includes(spelling)) ?? (text === canary.cvc ? canary.cvc : undefined)

/** The same in raw bytes, as latin1 and as UTF-16; the short code would be there by chance. */
export function spelledInBytes(canary: Canary, bytes: Buffer): string | undefined {
  const long = spellings(canary).filter((spelling) => spelling.length > 10)
  const holds = (spelling: string): boolean =>
    bytes.includes(Buffer.from(spelling, 'latin1')) || bytes.includes(Buffer.from(spelling, 'utf16le'))
  return long.find(holds)
}
