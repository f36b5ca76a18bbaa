import { describe, expect, test } from 'vitest'
import { reasons } from '#contract/gateway/reasons.ts'
import { states } from '#element/state/checkout-state.ts'
import { language as en } from '#texts/languages/en.ts'
import type { Language } from '#texts/language.ts'
import { chooseLocale, fallback, locales } from '#texts/locales.ts'
import { fill } from '#texts/texts.ts'

/** `{direction: 'ltr', checkout: {name: 'x'}}` → `checkout.name: x`. */
const sentences = ({ direction: _, aliases: __, ...texts }: Language): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([part, rows]) =>
      Object.entries(rows as Record<string, string>).map(([key, text]) => [`${part}.${key}`, text] as const),
    ),
  )
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted()
const english = sentences(en)

describe.each([...locales.keys()])('%s', async (tag) => {
  const message = sentences(await locales.get(tag)!.load())

  test('says exactly what English says', () => {
    expect([...message.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    expect([...message].filter(([, text]) => !text.trim())).toEqual([])
  })

  test('leaves the same places to be filled', () => {
    for (const [key, text] of message) expect([key, places(text)]).toEqual([key, places(english.get(key)!)])
  })

  test('has a text for every reason', () => {
    expect(reasons.filter((reason) => !message.get(`reasons.${reason}`))).toEqual([])
  })

  test('has no stray space, and no straight quotes or three dots', () => {
    expect([...message].filter(([, text]) => /^\s|\s$| {2}|["']|\.\.\./.test(text))).toEqual([])
  })

  test('says in one and the same sentence that no money was taken, where English says so, and nowhere else', () => {
    const uncharged = message.get('checkout.otherCard')!
    const hasSentence = ([, text]: readonly [string, string], sentence: string) => text.includes(sentence)
    const expected = [...english].filter((row) => hasSentence(row, en.checkout.otherCard)).map(([key]) => key)
    expect([...message].filter((row) => hasSentence(row, uncharged)).map(([key]) => key)).toEqual(expected)
  })

  test('has no digit at a letter, as an escape leaves one that was taken for letters', () => {
    const words = [...message.values()].flatMap((text) => text.match(/[\p{L}\d]+/gu) ?? [])
    expect(words.filter((word) => /\p{L}\d/u.test(word) && !['CVC2', 'CVV2'].includes(word))).toEqual([])
  })

  test('has no word of two scripts, which look alike', () => {
    const scripts = ['Latin', 'Cyrillic', 'Greek', 'Georgian', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari']
    const own = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
    const words = [...message.values()].flatMap((text) => text.replace(/\{\w+\}/g, ' ').match(/\p{L}+/gu) ?? [])
    expect(words.filter((word) => own.filter((letter) => letter.test(word)).length > 1)).toEqual([])
  })

  test('has an example of an address that is nobody’s', () => {
    const examples = [...message.values()].flatMap((text) => text.match(/\S+@[\w.]*\w/g) ?? [])
    expect(examples).toEqual([expect.stringMatching(/@example\.com$/)])
  })
})

test('French has no breaking space before a colon, a semicolon or a question mark', async () => {
  const message = sentences(await locales.get('fr')!.load())
  expect([...message.values()].filter((text) => / [:;?!»]/.test(text))).toEqual([])
})

test.each(['ja', 'zh-hans'])('%s has the wide signs of its script', async (tag) => {
  const message = sentences(await locales.get(tag)!.load())
  expect([...message].filter(([, text]) => /[,:;?!]/.test(text))).toEqual([])
})

const cyrillic = /[\u0400-\u04ff]/
const arabic = /[\u0600-\u06ff]/

/** The letters of the languages that are not written in Latin ones. */
const letters: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['ru', 'be', 'uk', 'bg', 'sr', 'kk', 'ky'].map((tag) => [tag, cyrillic])),
  ar: arabic,
  fa: arabic,
  he: /[\u0590-\u05ff]/,
  el: /[\u0370-\u03ff]/,
  ka: /[\u10a0-\u10ff]/,
  hy: /[\u0530-\u058f]/,
  hi: /[\u0900-\u097f]/,
  ja: /[\u3040-\u30ff\u4e00-\u9fff]/,
  ko: /[\uac00-\ud7af]/,
  'zh-hans': /[\u4e00-\u9fff]/,
}

/** What is written in Latin letters everywhere. */
const latin = /\{\w+\}|\S+@\S+|\b(?:CVC|CVV|CVC2|CVV2|QR|MM|YY|SMS|ZIP|e-?mail)\b/gi

test.each(Object.entries(letters))('%s has nothing left in English', async (tag, own) => {
  const message = sentences(await locales.get(tag)!.load())
  const isLeft = (text: string): boolean => /[a-z]/i.test(text) || (/\p{L}/u.test(text) && !own.test(text))
  expect([...message].filter(([, text]) => isLeft(text.replaceAll(latin, '')))).toEqual([])
})

/** Words that are the same in a language as in English. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['el', 'id'].map((tag) => [tag, ['card.email']])),
  ...Object.fromEntries(['fa', 'he', 'hi'].map((tag) => [tag, ['card.expiryHint']])),
  de: ['card.optional'],
  ro: ['card.unknownBrand'],
  vi: ['card.email', 'card.expiryHint'],
}

test.each([...locales.keys()].filter((tag) => tag !== fallback))('%s has no other text of English', async (tag) => {
  const message = sentences(await locales.get(tag)!.load())
  // A province is called alike in many languages.
  const isName = (key: string): boolean => key.startsWith('addressWords.') && !/\.(?:missing|wrong|long)$/.test(key)
  const same = [...message].filter(([key, text]) => text === english.get(key) && !isName(key)).map(([key]) => key)
  expect(same.toSorted()).toEqual(sameAsEnglish[tag] ?? [])
})

test('no language that was asked for is lost', () => {
  const asked = `ru en be kk uk pl de fr es it pt-pt pt-br nl sv da nb fi cs sk hu ro bg sr el tr ar he fa ka hy az uz ky
    lt lv et ja ko zh-hans vi id hi`
  expect([...locales.keys()]).toEqual(expect.arrayContaining(asked.split(/\s+/)))
})

test('every language has a direction that the browser knows for it', () => {
  const textInfo = (tag: string) => (new Intl.Locale(tag) as unknown as { textInfo: { direction: string } }).textInfo
  for (const [tag, { direction }] of locales) expect([tag, direction]).toEqual([tag, textInfo(tag).direction])
})

test('every state at rest has a title', () => {
  const titled = states.filter((state) => state in en.checkout)
  expect(titled).toEqual(
    expect.arrayContaining(['paid', 'held', 'verified', 'declined', 'cancelled', 'pending', 'failed']),
  )
})

test.each([
  [['ru'], 'ru'],
  [['ru-KZ'], 'ru'],
  [['AR-eg'], 'ar'],
  [['tlh', 'ru'], 'ru'],
  [['', null, undefined, 'ar'], 'ar'],
  [['tlh', 'zz-ZZ'], 'en'],
  [['pt-BR'], 'pt-br'],
  [['pt-AO'], 'pt-pt'],
  [['pt'], 'pt-pt'],
  [['zh-Hans-CN'], 'zh-hans'],
  [['zh'], 'zh-hans'],
  [['zh-Hant-TW', 'ja'], 'ja'],
  [['zh-HK', 'zh-CN'], 'zh-hans'],
  [['en-US-u-ca-gregory', 'de'], 'en'],
  [['pt-BR-u-ca-gregory'], 'pt-br'],
  [['no'], 'nb'],
  [['nn-NO'], 'nb'],
  [['by'], 'be'],
  [['kz'], 'kk'],
  [['iw-IL'], 'he'],
  [['__proto__'], 'en'],
  [['constructor'], 'en'],
  [[], 'en'],
] as const)('of the preferred locales %j, %s is chosen', (preferred, locale) => {
  expect(chooseLocale(...preferred)).toBe(locale)
})

test('only known places are filled', () => {
  expect(fill('{a} {b}', { a: '1' })).toBe('1 {b}')
})

test.each([
  ['до {a}.', '9 марта 2027 г.', 'до 9 марта 2027 г.'],
  ['Betalt: {a}. Tak.', '10,00 kr.', 'Betalt: 10,00 kr. Tak.'],
  ['({a}).', '9. март 2027.', '(9. март 2027.).'],
  ['{a}.', '\u2068١٠ د.إ.\u200f\u2069', '\u2068١٠ د.إ.\u200f\u2069'],
  ['{a}.', '10 €', '10 €.'],
  ['{b}.', '10 kr.', '{b}.'],
])('%s with %s has one full stop', (sentence, a, filled) => {
  expect(fill(sentence, { a })).toBe(filled)
})
