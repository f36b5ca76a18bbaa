import { spoken, type Language } from '#contract/gateway/language.ts'
import type { OrderState } from '#contract/gateway/orders.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

type BankInfo = NonNullable<OrderState['bankInfo']>

/** BINs, the first six digits of a card number; those of the sandbox's issuer are those of its test cards. */
const ranges: ReadonlySet<string> = new Set(testCards.map(({ pan }) => pan.slice(0, 6)))

const ISSUER = { bankName: 'SANDBOX BANK', bankCountryCode: 'LT' } as const

/** A bank that the gateway does not know (family). */
const unknown: BankInfo = { bankName: 'UNKNOWN', bankCountryCode: 'UNKNOWN', bankCountryName: 'Unknown' }

/** BCP 47 tags of the gateway's language codes. */
const tags: Readonly<Record<Language, string>> = { ru: 'ru', en: 'en', by: 'be', kz: 'kk', kk: 'kk' }

/** The bank of a card; the name of its country follows the language (online gateway 4.8). */
export const bankOf = (maskedPan: string, language: string): BankInfo =>
  ranges.has(maskedPan.slice(0, 6))
    ? { ...ISSUER, bankCountryName: countryName(ISSUER.bankCountryCode, spoken(language) ?? 'en') }
    : unknown

const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames([tags[language], 'en'], { type: 'region' }).of(code)!
