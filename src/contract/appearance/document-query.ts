import { schemeOf, wordingOf, type Appearance } from './appearance.ts'
import { isLength, isTokenValue, tokenNames, tokens, type TokenRule } from './tokens.ts'

/** What the card document can be made for: a locale and an appearance, in the query of its address. */
export interface DocumentRequest {
  /** BCP 47 tags; the document is in the first that is in the table of texts. */
  readonly locales: readonly string[]
  readonly appearance: Appearance
}

/** Most locales in such a query. */
const MAX_LOCALES = 8

/** The query of the card document's address. */
export function queryOf({ locales, appearance }: DocumentRequest): string {
  const locale = [...new Set(locales)].slice(0, MAX_LOCALES).join(',')
  const values = Object.entries({ locale, ...appearance }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(Object.fromEntries(values.map(([name, value]) => [name, String(value)]))).toString()
}

/** The locales in such a query. */
export const localesIn = ({ locale }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof locale === 'string' ? locale.split(',').slice(0, MAX_LOCALES) : []

/**
 * The appearance in such a query. An element of another version may have written it, so that what cannot be read is
 * left out: the frame receives the appearance again, and reports what is wrong.
 */
export function appearanceIn(query: Readonly<Record<string, unknown>>): Appearance {
  const scheme = schemeOf({ scheme: query['scheme'] } as Appearance)
  const given = tokenNames.map((name) => [name, typed(tokens[name], query[name])] as const)
  const button = query['button'] === 'hidden' && ({ button: 'hidden' } as const)
  return {
    scheme,
    ...button,
    ...(query['ground'] === 'none' && { ground: 'none' }),
    ...wordingOf(query['wording']),
    ...Object.fromEntries(given.filter(([name, value]) => isTokenValue(name, value))),
  }
}

const typed = (rule: TokenRule, value: unknown): unknown =>
  isLength(rule) && typeof value === 'string' && value !== '' ? Number(value) : value
