import { checkOverrides, type CheckedOverrides, type OverrideRule } from '#texts/overrides.ts'
import type { AddressTexts, FrameTexts } from '#texts/texts.ts'

/** The placeholders of the texts that come with an address, which may not be loaded yet. */
const addressTexts: AddressTexts = {
  addressLine2: '',
  stateMissing: '',
  postalCodeWrong: '{field} {example}',
  addressLong: '{field} {length}',
}

/** Checks the page's own texts of the form; loaded only where a page has any. No page says how amounts are written. */
export function checkTexts({ numbers: _, ...originals }: Partial<FrameTexts>, overrides: unknown): CheckedOverrides {
  return checkOverrides('card', { ...originals, ...addressTexts }, overrides, besideAmount)
}

/** The button's label may contain no other amount, nor marks that would strike out this one. */
const besideAmount: OverrideRule = (text) =>
  text.includes('{amount}') && /[\p{N}\p{Sc}]|\}\p{M}/u.test(text)
    ? 'must have no digit, currency sign or combining mark beside {amount}'
    : undefined
