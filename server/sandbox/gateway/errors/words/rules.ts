import { belarusianRules } from './belarusian/rules.ts'
import { kazakhRules } from './kazakh/rules.ts'
import { russianRules, type RuleText } from './russian/rules.ts'
import { textLanguage, type TextLanguage } from './translate.ts'

type Translated = Exclude<TextLanguage, 'en'>

const tables: Readonly<Record<Translated, Readonly<Record<RuleText, string>>>> = {
  ru: russianRules,
  be: belarusianRules,
  kk: kazakhRules,
}

const placeholder = /[$~](\d)/g

/** Each rule as a pattern, whose groups are its placeholders. */
const patterns = (Object.keys(russianRules) as RuleText[]).map((text) => {
  const source = text.split(/[$~]\d/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return [new RegExp(`^${source.join('(.+)')}$`), text] as const
})

/** A rule in another language than English; `undefined` when there is no text for it. */
export function ruleIn(language: Translated, rule: string): string | undefined {
  for (const [pattern, text] of patterns) {
    const found = pattern.exec(rule)
    if (found) return filled(language, tables[language][text], found)
  }
  return undefined
}

const filled = (language: Translated, text: string, found: readonly string[]): string =>
  text.replace(placeholder, (mark, at: string) => {
    const value = found[Number(at)]!
    return mark.startsWith('~') ? (ruleIn(language, value) ?? value) : value
  })

type Sentence = (field: string, rule: string) => string

const inRussian: Sentence = (field, rule) => `Поле ${field} ${ruleIn('ru', rule) ?? `заполнено неверно: ${rule}`}`
const inBelarusian: Sentence = (field, rule) =>
  `Поле ${field} ${ruleIn('be', rule) ?? `запоўнена няправільна: ${rule}`}`
const inKazakh: Sentence = (field, rule) => `${field} өрісі ${ruleIn('kk', rule) ?? `қате толтырылған: ${rule}`}`

const sentences: Readonly<Record<TextLanguage, Sentence>> = {
  en: (field, rule) => `Field ${field} ${rule}`,
  ru: inRussian,
  be: inBelarusian,
  kk: inKazakh,
}

/** The sentence that names a field and the rule that it breaks, in the language of the request. */
export const describeField = (field: string, rule: string, language: unknown): string =>
  sentences[textLanguage(language)](field, rule)
