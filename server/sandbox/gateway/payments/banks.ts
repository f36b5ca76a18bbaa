import { spoken, type Language } from '#contract/gateway/language.ts'
import type { OrderState } from '#contract/gateway/orders.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

type BankInfo = NonNullable<OrderState['bankInfo']>

/** The first digits by which the networks tell whose card it is; those of the sandbox's issuer are those of its test cards. */
const ranges: ReadonlySet<string> = new Set(testCards.map(({ pan }) => pan.slice(0, 6)))

const ISSUER = { bankName: 'SANDBOX BANK', bankCountryCode: 'LT' } as const

/** A bank that the gateway does not know (family). */
const unknown: BankInfo = { bankName: 'UNKNOWN', bankCountryCode: 'UNKNOWN', bankCountryName: 'Unknown' }

/** The gateway's names of languages as BCP 47 has them. */
const tags: Readonly<Record<Language, string>> = { ru: 'ru', en: 'en', by: 'be', kz: 'kk', kk: 'kk' }

/** The bank of a card; the name of its country follows the language (online gateway 4.8). */
export const bankOf = (maskedPan: string, language: string): BankInfo =>
  ranges.has(maskedPan.slice(0, 6))
    ? { ...ISSUER, bankCountryName: countryName(ISSUER.bankCountryCode, spoken(language) ?? 'en') }
    : unknown

const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames([tags[language], 'en'], { type: 'region' }).of(code)!
