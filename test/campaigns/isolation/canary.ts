import { currencyOf } from '#contract/money/currencies.ts'
import { luhnDigit } from './luhn.ts'

/** A unique card, so that every occurrence of it is a leak. */
export interface Canary {
  /** 16 digits that pass the Luhn check. */
  readonly pan: string
  /** Three digits that do not occur in the number and are no currency's code, which a page may read. */
  readonly cvc: string
  /** YYYYMM. */
  readonly expiry: string
}

const digit = (): string => String(Math.floor(Math.random() * 10))

/** Draws a card of an issuer, whose numbers begin with `bin`. */
export function freshCanary(bin = '4'): Canary {
  const body = bin + Array.from({ length: 15 - bin.length }, digit).join('')
  const pan = body + luhnDigit(body)
  const code = (): string => `0${digit()}${digit()}`
  let cvc = code()
  while (pan.includes(cvc) || currencyOf(cvc)) cvc = code()
  return { pan, cvc, expiry: '203412' }
}

const grouped = (pan: string, by: string): string => pan.replace(/(\d{4})(?=\d)/g, `$1${by}`)

/** Base64 of the text at each of its three offsets in a longer one, without characters that depend on neighbours. */
const base64At = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const coded = Buffer.from('\0'.repeat(before) + text).toString('base64')
    return coded.slice(before ? before + 1 : 0, Math.floor(((before + text.length) * 8) / 6))
  })

/** Every format in which a number could be sent. */
const numbers = (pan: string): readonly string[] => [
  pan,
  ...[' ', '-', '+', '%20', '\u00a0', '\u2009', '/'].map((by) => grouped(pan, by)),
  [...pan].toReversed().join(''),
  ...base64At(pan),
  Buffer.from(pan).toString('hex'),
]

/** A test card's code may occur for other reasons; only a drawn one is unique. */
const isDrawn = (cvc: string): boolean => cvc.startsWith('0')

/** Three digits occur by chance, so that a code is searched for as a value of its own, or after its name. */
const codes = (cvc: string): readonly string[] =>
  isDrawn(cvc) ? [`"${cvc}"`, `'${cvc}'`, `\\"${cvc}\\"`, `/${cvc}/`, `=${cvc}&`] : []
const NAMED = String.raw`(?:cvc|cvv|csc|cvn|security.?code)2?(?:%[\da-f]{2}|\W){0,6}`
const named = (cvc: string, text: string): string | undefined =>
  new RegExp(`${NAMED}${cvc}(?!\\d)`, 'i').exec(text)?.[0]

/** The parts of a card, each of which is searched for by itself. */
export const halves = ['number', 'code'] as const
export type Half = (typeof halves)[number]

const inText: Readonly<Record<Half, (canary: Canary, text: string) => string | undefined>> = {
  number: ({ pan }, text) => numbers(pan).find((spelling) => text.includes(spelling)),
  code: ({ cvc }, text) =>
    text === cvc ? cvc : (codes(cvc).find((spelling) => text.includes(spelling)) ?? named(cvc, text)),
}

/** The first format in which a text contains a card, or one of the parts in `of`. */
export function spelledIn(canary: Canary, text: string, of: readonly Half[] = halves): string | undefined {
  for (const half of of) {
    const spelled = inText[half](canary, text)
    if (spelled !== undefined) return spelled
  }
  return undefined
}

const encodings = ['latin1', 'utf16le'] as const
type Encoding = (typeof encodings)[number]

const inBytes: Readonly<Record<Half, (canary: Canary, bytes: Buffer, encoding: Encoding) => string | undefined>> = {
  number: ({ pan }, bytes, encoding) =>
    numbers(pan).find((spelling) => bytes.includes(Buffer.from(spelling, encoding))),
  code: ({ cvc }, bytes, encoding) => {
    const own = isDrawn(cvc) ? ownStrings(cvc, encoding) : []
    return own.some((one) => bytes.includes(one)) ? cvc : namedInBytes(cvc, bytes, encoding)
  },
}

/** A string that is only the code: quoted, as in a snapshot, or after its length in four bytes, as V8 stores it. */
const ownStrings = (cvc: string, encoding: Encoding): readonly Buffer[] => {
  const length = Buffer.alloc(4)
  length.writeInt32LE(cvc.length)
  return [Buffer.from(`"${cvc}"`, encoding), Buffer.concat([length, Buffer.from(cvc, encoding)])]
}

/** Maximum characters of a name before a code. */
const BEFORE = 24

/** Checks the text around each occurrence of the three digits, since decoding all bytes takes long. */
function namedInBytes(cvc: string, bytes: Buffer, encoding: Encoding): string | undefined {
  const width = encoding === 'latin1' ? 1 : 2
  const wanted = Buffer.from(cvc, encoding)
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    const from = Math.max(at % width, at - BEFORE * width)
    const found = named(cvc, bytes.toString(encoding, from, at + wanted.length + width))
    if (found !== undefined) return found
  }
  return undefined
}

/** The same for raw bytes, as latin1 and as UTF-16. */
export function spelledInBytes(canary: Canary, bytes: Buffer, of: readonly Half[] = halves): string | undefined {
  for (const half of of)
    for (const encoding of encodings) {
      const spelled = inBytes[half](canary, bytes, encoding)
      if (spelled !== undefined) return spelled
    }
  return undefined
}
