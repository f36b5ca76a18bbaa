import { describe, expect, test } from 'vitest'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'

/** `{bank: {title: 'x'}}` → `bank.title: x`. */
const rowsOf = (texts: object): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([part, rows]) =>
    Object.entries(rows as Record<string, string>).map(([key, text]): [string, string] => [`${part}.${key}`, text]),
  )
const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
const english = new Map(rowsOf(sandboxTextsFor('en').texts))

describe.each(['ru', 'be', 'kk'])('the sandbox for %s, in Russian', (tag) => {
  const { language, texts } = sandboxTextsFor(tag)
  const rows = rowsOf(texts)

  test('has every text of English, with the same placeholders', () => {
    expect(language).toBe('ru')
    expect(rows.map(([key]) => key).toSorted()).toEqual([...english.keys()].toSorted())
    expect(rows.map(([key, text]) => [key, placeholdersIn(text)])).toEqual(
      rows.map(([key]) => [key, placeholdersIn(english.get(key)!)]),
    )
    expect(rows.filter(([, text]) => !text.trim())).toEqual([])
  })

  test('has no text of English', () => {
    const same = rows.filter(([key, text]) => text === english.get(key)).map(([key]) => key)
    expect(same).toEqual(['bank.sms'])
  })
})

test.each(['en-GB', 'de', 'ar', 'tlh', undefined])('the sandbox is in English for %s', (request) => {
  const { language, texts } = sandboxTextsFor(request)
  expect([language, texts.bank.title]).toEqual(['en', 'Confirm your payment'])
})
