import type { Enrolment } from '#server-contract/gateway/family/enrolment.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { textLanguage, type TextLanguage } from '../errors/words/translate.ts'

type BankInfo = NonNullable<OrderState['bankInfo']>

/** BINs, the first six digits of a card number; those of the sandbox's issuer are those of its test cards. */
const ranges: ReadonlySet<string> = new Set(testCards.map(({ pan }) => pan.slice(0, 6)))

const ISSUER = { bankName: 'SANDBOX BANK', bankCountryCode: 'LT' } as const

/** The code of the issuer's country in numbers (ISO 3166-1). */
const ISSUER_COUNTRY = 440

/** A bank that the gateway does not know (family). */
const unknown: BankInfo = { bankName: 'UNKNOWN', bankCountryCode: 'UNKNOWN', bankCountryName: 'Unknown' }

/** The bank of a card; the name of its country follows the language (online gateway 4.8). */
export const bankOf = (maskedPan: string, language: string): BankInfo =>
  ranges.has(maskedPan.slice(0, 6))
    ? { ...ISSUER, bankCountryName: countryName(ISSUER.bankCountryCode, textLanguage(language)) }
    : unknown

/** The name of the issuer's country by language; finding it costs more than the rest of an answer. */
const names = new Map<TextLanguage, string>()

function countryName(code: string, language: TextLanguage): string {
  const known = names.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code)!
  names.set(language, known)
  return known
}

/** The bank of a card as verifyEnrollment.do names it (family); nothing of one that the gateway does not know. */
export const emitterOf = (pan: string): Pick<Enrolment, 'emitterName' | 'emitterCountryCode'> =>
  ranges.has(pan.slice(0, 6)) ? { emitterName: ISSUER.bankName, emitterCountryCode: ISSUER_COUNTRY } : {}
