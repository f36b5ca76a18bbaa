import { describe, expect, test } from 'vitest'
import { reasons } from '#contract/gateway/reasons.ts'
import { states } from '#element/state/checkout-state.ts'
import { en } from '#texts/en.ts'
import { chooseLocale, locales } from '#texts/locales.ts'
import { returning } from '#texts/returning.ts'
import { fill } from '#texts/texts.ts'

/** `{checkout: {name: 'x'}}` → `checkout.name: x`. */
const sentences = (texts: object): Map<string, string> =>
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

  test('knows the way back to the shop', () => {
    expect(Object.keys(returning.get(tag) ?? {})).toEqual(['back', 'close'])
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

  test('calls a payment that took no money so in one and the same sentence', () => {
    const uncharged = message.get('checkout.otherCard')!
    for (const key of ['authentication_cancelled', 'cancelled', 'not_processed', 'technical'])
      expect(message.get(`reasons.${key}`)).toContain(uncharged)
  })
})

describe.each([
  ['ru', /[а-яё]/i],
  ['ar', /[\u0600-\u06ff]/],
])('%s', async (tag, letters) => {
  const message = sentences(await locales.get(tag)!.load())

  test('has nothing left in English', () => {
    const left = [...message].filter(
      ([, text]) => !letters.test(text) || /[a-z]/i.test(text.replaceAll(/\{\w+\}/g, '')),
    )
    expect(left).toEqual([])
  })
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
  [['kk', 'ru'], 'ru'],
  [['', null, undefined, 'ar'], 'ar'],
  [['kk', 'zz-ZZ'], 'en'],
  [['__proto__'], 'en'],
  [[], 'en'],
] as const)('of the wishes %j, %s is spoken', (wishes, locale) => {
  expect(chooseLocale(...wishes)).toBe(locale)
})

test('only known places are filled', () => {
  expect(fill('{a} {b}', { a: '1' })).toBe('1 {b}')
})
