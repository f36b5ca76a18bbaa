import type { Checkout } from '#contract/checkout.ts'
import type { CoBadged } from '#contract/co-badged.ts'
import type { RequestedData, PayerData, SavedCard } from '#contract/payment-methods.ts'
import type { CardTexts } from '#texts/texts.ts'
import type { Brand } from '../card/brand.ts'
import type { Month } from '../card/expiry.ts'
import type { Field, FieldSpec, PayerField } from './fields.ts'

type Values = Readonly<Partial<Record<Field, string>>>

/** The rules of what is asked about the payer. */
export interface PayerRules {
  readonly fieldSpecs: Readonly<Record<PayerField, FieldSpec>>
  /** What is wrong with a value, as a key of the texts. */
  readonly check: (field: PayerField, value: string) => keyof CardTexts | undefined
  /** What is known already, as values of the fields. */
  readonly known: (data: PayerData) => Values
  /** What was asked for and is there without a fault. */
  readonly dataOf: (request: readonly RequestedData[], values: Values) => PayerData
}

/** How a brand of a co-badged card is chosen. */
export interface BrandRules {
  /** What goes along with the payment: the chosen brand, or the first; nothing where the card has but one. */
  readonly brandOfChoice: (brand: Brand, chosen: string | undefined) => { readonly brand?: CoBadged }
}

/** What a form is judged by, beside what was typed. */
export interface FormContext {
  readonly checkout: Checkout
  readonly today: Month
  /** There when the checkout asks for something about the payer. */
  readonly payer: PayerRules | undefined
  /** There when the payer of a co-badged card has the choice. */
  readonly choice: BrandRules | undefined
  /** Stored cards that were refused here in a way that a second try does not mend. */
  readonly spent: ReadonlySet<string>
}

/** The stored cards that are shown: none where a card is told by mail or telephone, or is only to be stored. */
export const storedCards = ({ checkout }: FormContext): readonly SavedCard[] =>
  checkout.channel === 'moto' || checkout.verify ? [] : checkout.savedCards

/** The stored card that pays, if it is one. */
export const chosenCard = (
  { chosen }: { readonly chosen: string | undefined },
  on: FormContext,
): SavedCard | undefined => storedCards(on).find(({ bindingId }) => bindingId === chosen)

/** The stored card that is offered first: one that has neither expired nor been refused. */
export function firstGood(on: FormContext): string | undefined {
  const usable = storedCards(on).filter(({ expired }) => !expired)
  const fresh = usable.find(({ bindingId }) => !on.spent.has(bindingId))
  return (fresh ?? (on.checkout.card ? undefined : usable[0]))?.bindingId
}

/** Whether there is any way to pay in this form. */
export const isPayable = (on: FormContext): boolean => on.checkout.card || firstGood(on) !== undefined
