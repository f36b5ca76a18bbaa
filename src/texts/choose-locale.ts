import { aliases, languages } from './languages.generated.ts'

/** The language whose texts are part of the code. */
export const fallback = 'en'

/** Chinese in traditional characters, which no language of the table is in. */
const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/

/** The tag and its prefixes, the longest first: `zh-hans-cn`, `zh-hans`, `zh`. No tag of the table has eight parts. */
const prefixesOf = (tag: string): readonly string[] => {
  const parts = tag.split('-', 8)
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
}

/**
 * The first requested locale that is available: the whole tag, or else what is left without its last parts (RFC 4647). Systems
 * write tags in other ways too, such as `de_DE` or `de-DE@posix`.
 */
export function chooseLocale(...preferred: readonly (string | null | undefined)[]): string {
  for (const locale of preferred) {
    const tag = (locale ?? '').toLowerCase().replace(/[_@.]/g, '-')
    const found = traditional.test(tag) ? undefined : prefixesOf(tag).find(isKnown)
    if (found) return aliases.get(found) ?? found
  }
  return fallback
}

const isKnown = (tag: string): boolean => tag === fallback || aliases.has(tag) || Object.hasOwn(languages, tag)
