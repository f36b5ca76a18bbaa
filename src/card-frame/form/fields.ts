import type { CardTexts } from '#texts/texts.ts'

/** The fields of a card, in the order in which they are shown, checked and focused. */
export const cardFields = ['number', 'expiry', 'cvc', 'holder'] as const
export type CardField = (typeof cardFields)[number]

/** Fields about the payer, shown only where the checkout asks for them. */
export type PayerField = 'email' | 'phone' | 'address' | 'addressLine2' | 'city' | 'postalCode' | 'country' | 'state'

export type Field = CardField | PayerField

/** How a field is described to the browser and its autofill. */
export interface FieldSpec {
  readonly name: string
  readonly autocomplete: AutoFill
  readonly inputMode: string
  /** Numbers and e-mail addresses are left-to-right in every language. */
  readonly direction: 'ltr' | 'auto'
  readonly hint?: keyof CardTexts
  /** What the hint gives as an example. */
  readonly example?: string
  /** In place of the texts of the form: what the field is called in the country, and what is known of its value. */
  readonly label?: (locale: string) => string | undefined
  readonly note?: (locale: string) => string
  /** May be left empty. */
  readonly optional?: true
  /** The values that may be chosen, with their names in a language. */
  readonly choices?: (locale: string) => readonly (readonly [value: string, name: string])[]
}

export const cardFieldSpecs: Readonly<Record<CardField, FieldSpec>> = {
  number: { name: 'cardnumber', autocomplete: 'cc-number', inputMode: 'numeric', direction: 'ltr' },
  expiry: { name: 'exp-date', autocomplete: 'cc-exp', inputMode: 'numeric', direction: 'ltr' },
  cvc: { name: 'cvc', autocomplete: 'cc-csc', inputMode: 'numeric', direction: 'ltr' },
  holder: { name: 'ccname', autocomplete: 'cc-name', inputMode: 'text', direction: 'ltr' },
}
