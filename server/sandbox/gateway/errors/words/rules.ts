import { russianRules, type RuleText } from './russian/rules.ts'
import { textLanguage, type TextLanguage } from './translate.ts'

const placeholder = /[$~](\d)/g

/** Each rule as a pattern, whose groups are its placeholders. */
const patterns = (Object.keys(russianRules) as RuleText[]).map((text) => {
  const source = text.split(/[$~]\d/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return [new RegExp(`^${source.join('(.+)')}$`), text] as const
})

/** A rule in Russian; `undefined` when there is no text for it. */
export function ruleInRussian(rule: string): string | undefined {
  for (const [pattern, text] of patterns) {
    const found = pattern.exec(rule)
    if (found) return filled(russianRules[text], found)
  }
  return undefined
}

const filled = (text: string, found: readonly string[]): string =>
  text.replace(placeholder, (mark, at: string) => {
    const value = found[Number(at)]!
    return mark.startsWith('~') ? (ruleInRussian(value) ?? value) : value
  })

const sentences: Readonly<Record<TextLanguage, (field: string, rule: string) => string>> = {
  en: (field, rule) => `Field ${field} ${rule}`,
  ru: (field, rule) => `Поле ${field} ${ruleInRussian(rule) ?? `заполнено неверно: ${rule}`}`,
}

/** The sentence that names a field and the rule that it breaks, in the language of the request. */
export const describeField = (field: string, rule: string, language: unknown): string =>
  sentences[textLanguage(language)](field, rule)
