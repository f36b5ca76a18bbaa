import { isLength, tokens, type Token } from '#contract/appearance/tokens.ts'
import { cssProperties } from '#element/description.ts'
import { asOptions, input, select, type Attributes } from '../markup.ts'

/**
 * The control of a token: a word is chosen, a colour or a length is typed, and the page's script adds a picker or a
 * slider to it.
 */
export function tokenControl(name: string, more: Attributes = {}): string {
  const rule = tokens[name.replace('--tender-', '') as Token]
  const standard = cssProperties[name]!.standard.replaceAll('`', '')
  if (rule !== 'colour' && !isLength(rule))
    return select({ name, 'aria-label': more['aria-label'] }, '', asOptions(standard, rule))
  const limits = rule === 'colour' ? { 'data-color': '' } : { 'data-least': `${rule[0]}`, 'data-most': `${rule[1]}` }
  return input({ name, maxlength: '60', placeholder: standard, 'data-standard': standard, ...limits, ...more })
}
