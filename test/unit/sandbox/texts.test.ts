import { describe, expect, test } from 'vitest'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'
import { locales } from '#texts/locales.ts'

/** `{bank: {title: 'x'}}` → `bank.title: x`. */
const rowsOf = (texts: object): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([part, rows]) =>
    Object.entries(rows as Record<string, string>).map(([key, text]): [string, string] => [`${part}.${key}`, text]),
  )
const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
const english = new Map(rowsOf(sandboxTextsFor('en').texts))

/** Words that are the same in a language as in English. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = { ro: ['bank.card'] }

describe.each([...locales])('the sandbox in %s', (tag, { direction }) => {
  const { language, texts } = sandboxTextsFor(tag)
  const rows = rowsOf(texts)

  test('has every text of English, with the same placeholders', () => {
    expect(language).toBe(tag)
    expect(rows.map(([key]) => key).toSorted()).toEqual([...english.keys()].toSorted())
    expect(rows.map(([key, text]) => [key, placeholdersIn(text)])).toEqual(
      rows.map(([key]) => [key, placeholdersIn(english.get(key)!)]),
    )
    expect(rows.filter(([, text]) => !text.trim())).toEqual([])
  })

  test('is written in the direction of the language', () => {
    expect([texts.bank.direction, texts.sheet.direction]).toEqual([direction, direction])
  })
})

const translated = [...locales.keys()].filter((tag) => tag !== 'en')

test.each(translated)('the sandbox in %s has no text of English', (tag) => {
  const rows = rowsOf(sandboxTextsFor(tag).texts)
  const same = rows.filter(([key, text]) => text === english.get(key) && !/\.(?:direction|sms)$/.test(key))
  expect(same.map(([key]) => key)).toEqual(sameAsEnglish[tag] ?? [])
})
