import type { Appearance } from './appearance.ts'
import { isTokenValue, ruleText, tokenNames, type Token } from './tokens.ts'

/** The first invalid value, with its rule; values come from another origin, whatever their type says. */
export function problemOf(appearance: Appearance): { field: Token; rule: string } | undefined {
  const field = tokenNames.find((name) => appearance[name] !== undefined && !isTokenValue(name, appearance[name]))
  return field && { field, rule: ruleText(field) }
}
