import { expect, test } from 'vitest'
import { moneyIn } from '#element/i18n/currencies.ts'
import { timeIn } from '#element/waiting/time-left.ts'
import { dateIn, unitsIn } from '#texts/formats.ts'
import { locales } from '#texts/locales.ts'

/** What each language has between thousands, before decimals, and as December in a date: CLDR 48, as Node has it. */
const written: Readonly<Record<string, readonly [group: string, decimal: string, december: string]>> = {
  ar: [',', '.', 'ديسمبر'],
  az: ['.', ',', 'dekabr'],
  be: ['\u00a0', ',', 'снежня'],
  bg: ['\u00a0', ',', 'декември'],
  cs: ['\u00a0', ',', 'prosince'],
  da: ['.', ',', 'december'],
  de: ['.', ',', 'Dezember'],
  el: ['.', ',', 'Δεκεμβρίου'],
  en: [',', '.', 'December'],
  es: ['.', ',', 'diciembre'],
  et: ['\u00a0', ',', 'detsember'],
  fa: ['٬', '٫', 'دی'],
  fi: ['\u00a0', ',', 'joulukuuta'],
  fr: ['\u202f', ',', 'décembre'],
  he: [',', '.', 'דצמבר'],
  hi: [',', '.', 'दिसंबर'],
  hu: ['\u00a0', ',', 'december'],
  hy: ['\u00a0', ',', 'դեկտեմբերի'],
  id: ['.', ',', 'Desember'],
  it: ['.', ',', 'dicembre'],
  ja: [',', '.', '12'],
  ka: ['\u00a0', ',', 'დეკემბერი'],
  kk: ['\u00a0', ',', 'желтоқсан'],
  ko: [',', '.', '12월'],
  ky: ['\u00a0', ',', 'декабрь'],
  lt: ['\u00a0', ',', 'gruodžio'],
  lv: ['\u00a0', ',', 'decembris'],
  nb: ['\u00a0', ',', 'desember'],
  nl: ['.', ',', 'december'],
  pl: ['\u00a0', ',', 'grudnia'],
  'pt-br': ['.', ',', 'dezembro'],
  'pt-pt': ['\u00a0', ',', 'dezembro'],
  ro: ['.', ',', 'decembrie'],
  ru: ['\u00a0', ',', 'декабря'],
  sk: ['\u00a0', ',', 'decembra'],
  sr: ['.', ',', 'децембар'],
  sv: ['\u00a0', ',', 'december'],
  tr: ['.', ',', 'Aralık'],
  uk: ['\u00a0', ',', 'грудня'],
  uz: ['\u00a0', ',', 'dekabr'],
  vi: ['.', ',', 'tháng 12'],
  'zh-hans': [',', '.', '12'],
}

test.each([...locales])('%s', async (locale, { direction, load }) => {
  const texts = await load()
  const { formats = {} } = texts
  const [group, decimal, december] = written[locale]!
  const amount = moneyIn({ texts, locale, direction })(123_456_789, '978')
  const [, ...signs] = /(\P{N})\p{N}{3}(\P{N})\p{N}{2}(?!\p{N})/u.exec(amount) ?? []
  expect(signs).toEqual([group, decimal])
  expect(dateIn(locale, formats, Date.UTC(2034, 11, 31), { dateStyle: 'long', timeZone: 'UTC' })).toContain(december)
  const units = [unitsIn(locale, formats, [28, 'day'], 'long'), timeIn({ texts, locale, direction }, 300_000, 'short')]
  if (locale !== 'en') for (const words of units) expect(words).not.toMatch(/ d$|days|minutes/)
})

test('every language is looked at', () => {
  expect(Object.keys(written).toSorted()).toEqual([...locales.keys()].toSorted())
})
