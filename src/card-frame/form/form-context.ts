import type { Checkout } from '#contract/checkout.ts'
import type { CoBadged } from '#contract/co-badged.ts'
import type { Ask, RequestedData, PayerData, SavedCard } from '#contract/payment-methods.ts'
import type { CardTexts } from '#texts/texts.ts'
import type { Brand } from '../card/brand.ts'
import { channelForm } from '../methods/channels.ts'
import type { Field, FieldSpec, PayerField } from './fields.ts'

export type Values = Readonly<Partial<Record<Field, string>>>

/** A key of the texts, or of the sentences about the fields of an address, which name them as the country does. */
export type Problem = keyof CardTexts | 'fieldMissing' | 'fieldWrong' | 'fieldLong'

export interface PayerRules {
  readonly requested: (request: readonly Ask[], brand: string, values: Values) => readonly RequestedData[]
  /** The fields of a kind of data in their order; those of an address depend on its country. */
  readonly fieldsOf: (data: RequestedData, values: Values) => readonly PayerField[]
  readonly specOf: (field: PayerField, values: Values) => FieldSpec
  /** What is wrong with a value. */
  readonly check: (field: PayerField, values: Values) => Problem | undefined
  /** Known payer data as values of the fields, beside what was typed before. */
  readonly known: (data: PayerData, typed?: Values) => Values
  /** The requested data that is present and valid. */
  readonly dataOf: (request: readonly RequestedData[], values: Values) => PayerData
}

export interface BrandRules {
  /** The brand to send with the payment: the chosen one, or the first; empty for a card with one brand. */
  readonly brandOfChoice: (brand: Brand, chosen: string | undefined) => { readonly brand?: CoBadged }
}

/** The data by which a form is validated, besides what was typed. */
export interface FormContext {
  readonly checkout: Checkout
  /** The oldest month, YYYYMM, that a card may have, by the proxy's clock; `undefined` while that is unknown. */
  readonly oldestMonth?: string | undefined
  /** Set when the checkout asks for payer data. */
  readonly payer: PayerRules | undefined
  /** Set when the payer of a co-badged card may choose its brand. */
  readonly choice: BrandRules | undefined
  /** Stored cards that were declined here and would be declined again. */
  readonly spent: ReadonlySet<string>
}

/** The stored cards that are shown: none for mail and telephone orders, or when a card is only stored. */
export const storedCards = ({ checkout }: FormContext): readonly SavedCard[] =>
  channelForm(checkout).isByOperator || checkout.verify ? [] : checkout.savedCards

/** The stored card that pays, if any. */
export const chosenCard = (
  { chosen }: { readonly chosen: string | undefined },
  on: FormContext,
): SavedCard | undefined => storedCards(on).find(({ bindingId }) => bindingId === chosen)

/**
 * The stored card that is selected by default: one that has neither expired nor been declined here; a declined one only
 * where no new card may pay.
 */
export function firstGood(on: FormContext): string | undefined {
  const usable = storedCards(on).filter(({ expired }) => !expired)
  const fresh = usable.find(({ bindingId }) => !on.spent.has(bindingId))
  return (fresh ?? (on.checkout.card ? undefined : usable[0]))?.bindingId
}

export const isPayable = (on: FormContext): boolean => on.checkout.card || firstGood(on) !== undefined
