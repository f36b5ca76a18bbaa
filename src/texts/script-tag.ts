import { chooseLocale, fallback } from './choose-locale.ts'
import { languages } from './languages.generated.ts'

/** Texts of the script tag, for the time that the element's own code is not loaded. */
export interface ScriptTagTexts {
  readonly slow: string
  readonly failed: string
  readonly unusable: string
  readonly retry: string
  readonly bankPage: string
}

/** The only ones that are part of the script tag, since every shopper loads it. */
export const inEnglish: ScriptTagTexts = {
  slow: 'The payment form is taking longer than usual to load…',
  failed: 'The payment form could not be loaded. Check your connection, or switch off your ad blocker for this page.',
  unusable: 'Payment is not available right now',
  retry: 'Try again',
  bankPage: 'Pay on the secure payment page',
}

/** The texts in the first of the preferred locales that there is; in English where their file cannot be loaded either. */
export async function scriptTagTexts(...preferred: readonly string[]): Promise<ScriptTagTexts> {
  const locale = chooseLocale(...preferred)
  if (locale === fallback) return inEnglish
  try {
    const { checkout } = (await languages[locale]!()).language
    const { slow, troubleScript, failed, retry, bankPage } = checkout
    return { slow, failed: troubleScript, unusable: failed, retry, bankPage }
  } catch {
    return inEnglish
  }
}
