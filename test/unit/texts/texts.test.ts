import { describe, expect, test } from 'vitest'
import { reasons } from '#contract/reasons.ts'
import { states } from '#element/state/checkout-state.ts'
import { dateIn } from '#texts/formats.ts'
import { language as en } from '#texts/languages/en.ts'
import type { Language } from '#texts/language.ts'
import { chooseLocale, fallback, locales } from '#texts/locales.ts'
import { fill } from '#texts/texts.ts'

/** `{direction: 'ltr', checkout: {name: 'x'}, addressWords: {zip: ['y', 'z']}}` → `checkout.name: x`, `addressWords.zip.0: y`. */
const sentences = ({ direction: _, aliases: __, formats: ___, ...texts }: Language): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([part, rows]) =>
      Object.entries(rows as Record<string, string | readonly string[]>).flatMap(([key, text]) =>
        typeof text === 'string'
          ? [[`${part}.${key}`, text] as const]
          : text.map((one, at) => [`${part}.${key}.${at}`, one] as const),
      ),
    ),
  )
/** A text in one of its plural forms. */
const plural = /_(?:zero|one|two|few|many|other)$/
const withoutPlurals = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts.keys()].filter((key) => !plural.test(key)).toSorted()

/** Whole words, in any script: `\b` knows no letters but those of ASCII. */
const words = (any: string, flags = 'iu'): RegExp => new RegExp(`(?<!\\p{L})(?:${any})(?!\\p{L})`, flags)

/** What would address the shopper in another form than the rest of the language does: see docs/development/extend.md. */
const otherForms: Readonly<Record<string, RegExp>> = {
  ar: /يُرجى|الرجاء/,
  az: words('sən|sənin|sənə'),
  cs: words('tvůj|tvoje|tvé'),
  da: words('De|Dem|Deres', 'u'),
  de: words('du|dich|dir|deine?[mnrs]?'),
  es: words('usted|sus?'),
  fi: words('te|teidän'),
  fr: words('veuillez|tu|ton|ta|tes'),
  hy: words('խնդրում ենք'),
  it: words('Lei|Suo|Sua', 'u'),
  ka: /გთხოვთ,/,
  lt: words('prašome'),
  nl: words('u|uw'),
  pl: words('proszę|Pan|Pani|Państw\\p{L}+'),
  'pt-br': words('teu|tua|contigo'),
  'pt-pt': words('você|teu|tua'),
  ro: words('vă rugăm|tău|ta'),
  ru: words('ты|тебя|тво[йяею]'),
  sr: words('молимо'),
  uk: words('ти|тебе|тв[оі]\\p{L}+'),
}

/** A shop receives a payment, and a bank accepts one for processing. */
const received =
  /receiv|получен|принят|прийнят|прыня|przyję|p[řr]ijat|erhalten|ontvang|modtag|mottat|mottag|vastaanot|vastu võet|gauta|saņem|reçu|recibid|ricevut|recebid|primit|примљен|alındı|qəbul|qabul|қабылдан|кабыл ал|استلام|התקבל|प्राप्त|ընդունված|მიღებულ|diterima/i

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted()
const english = sentences(en)

/** The plural categories of whole numbers in a language. */
function categoriesOf(tag: string): readonly string[] {
  const rules = new Intl.PluralRules(tag)
  return [...new Set(Array.from({ length: 200 }, (_, at) => rules.select(at + 1)))]
}

describe.each([...locales.keys()])('%s', async (tag) => {
  const message = sentences(await locales.get(tag)!.load())

  test('says exactly what English says', () => {
    expect(withoutPlurals(message)).toEqual(withoutPlurals(english))
    expect([...message].filter(([, text]) => !text.trim())).toEqual([])
  })

  test('has the plural forms that its numbers take, and no other', () => {
    const forms = [...message.keys()].filter((key) => plural.test(key))
    expect(forms.toSorted()).toEqual(
      categoriesOf(tag)
        .map((category) => `card.moreCards_${category}`)
        .toSorted(),
    )
  })

  test('has what it takes to write dates and units, where it is given', async () => {
    const { formats } = await locales.get(tag)!.load()
    if (!formats) return
    const { numbers, date, months, ...units } = formats
    const day = Date.UTC(2034, 11, 31)
    const style = { dateStyle: 'long', timeZone: 'UTC' } as const
    // Releases of ICU differ in the kind of space.
    const spaced = (text: string): string => text.replace(/\s/gu, ' ')
    expect(spaced(dateIn(tag, formats, day, style))).toBe(spaced(new Intl.DateTimeFormat(tag, style).format(day)))
    expect([months.split(' ').length, places(date)]).toEqual([12, ['day', 'month', 'year']])
    expect(Intl.NumberFormat.supportedLocalesOf(numbers)).toEqual([numbers])
    const forms = ['days', 'minutes', 'seconds'].flatMap((unit) =>
      categoriesOf(tag).map((category) => `${unit}_${category}`),
    )
    expect(Object.keys(units).toSorted()).toEqual(forms.toSorted())
    expect(Object.values(units).filter((text) => places(text).join() !== 'count')).toEqual([])
  })

  test('needs one form for what has 3 digits and what has 4', () => {
    const rules = new Intl.PluralRules(tag)
    expect(rules.select(3)).toBe(rules.select(4))
  })

  test('leaves the same places to be filled', () => {
    for (const [key, text] of message)
      if (!plural.test(key)) expect([key, places(text)]).toEqual([key, places(english.get(key)!)])
      else expect(['count', '']).toContain(places(text).join())
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

  test('says first that no money was taken, where it says so', () => {
    const uncharged = message.get('checkout.otherCard')!
    const saying = [...message].filter(([key, text]) => text.includes(uncharged) && key !== 'checkout.verifiedHint')
    expect(saying.length).toBeGreaterThan(7)
    expect(saying.filter(([, text]) => !text.startsWith(uncharged))).toEqual([])
  })

  test('has no name after a colon, where no sentence bends it', () => {
    expect([...message].filter(([, text]) => /[:：՝]\s*\{(?:card|field|brand|wallet)\}/.test(text))).toEqual([])
  })

  test('asks in one form of address', () => {
    const other = otherForms[tag]
    expect([...message].filter(([, text]) => other?.test(text))).toEqual([])
  })

  test('calls a payment paid, not received or accepted', () => {
    expect(message.get('checkout.paid')).not.toMatch(received)
  })

  test('begins each sentence about an address with a capital', () => {
    const objects = [...message].filter(([key]) => /^addressWords\.(?:\w+\.1|postalCode|region)$/.test(key))
    expect(objects).toHaveLength(14)
    const filled = ['missing', 'unchosen', 'wrong'].flatMap((name) =>
      objects.map(([, field]) => fill(message.get(`addressWords.${name}`), { field })),
    )
    expect(filled.filter((sentence) => /^(?!\p{Script=Georgian})\p{Ll}/u.test(sentence))).toEqual([])
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
const latin = /\{\w+\}|\S+@\S+|\b(?:CVC|CVV|CVC2|CVV2|QR|MM|YY|SMS|ZIP|RRN|ID|e-?mail)\b/gi

test.each(Object.entries(letters))('%s has nothing left in English', async (tag, own) => {
  const message = sentences(await locales.get(tag)!.load())
  const isLeft = (text: string): boolean => /[a-z]/i.test(text) || (/\p{L}/u.test(text) && !own.test(text))
  expect([...message].filter(([, text]) => isLeft(text.replaceAll(latin, '')))).toEqual([])
})

/** Words that are the same in a language as in English. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['el', 'id'].map((tag) => [tag, ['card.email']])),
  ...Object.fromEntries(['fa', 'he', 'hi'].map((tag) => [tag, ['card.expiryHint']])),
  de: ['card.optional', 'receiptWords.shop'],
  ro: ['card.unknownBrand'],
  vi: ['card.email', 'card.expiryHint'],
}

test.each([...locales.keys()].filter((tag) => tag !== fallback))('%s has no other text of English', async (tag) => {
  const message = sentences(await locales.get(tag)!.load())
  // A province is called alike in many languages.
  const isName = (key: string): boolean => /^addressWords\.\w+\.\d$/.test(key)
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
  [['C', '', 'de_DE.UTF-8'], 'de'],
  [['de@posix', 'fr'], 'de'],
  [['zh_TW', 'ja'], 'ja'],
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
