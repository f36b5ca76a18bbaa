import { currencyOf } from '#contract/money/currencies.ts'
import { moneyFormat } from '#contract/money/money-format.ts'
import type { Translation } from './locale-controller.ts'

/** The locale of which amounts are written. */
export const numbersIn = ({ texts, locale }: Translation): string => texts.formats?.numbers ?? locale

/** Formats amounts of minor units for a locale; empty for a currency that ISO 4217 does not know. */
export const moneyIn =
  (translation: Translation) =>
  (amount: number, currency: string): string => {
    const known = currencyOf(currency)
    return known ? moneyFormat(numbersIn(translation), known.letters, known.digits)(amount) : ''
  }
