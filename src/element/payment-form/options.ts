/** What the bank's script calls with the state of a field, and with its element. */
type FieldListener = (isValid: boolean, element?: Element) => void

export interface FieldOptions {
  readonly container?: Element | null
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  readonly onValidate?: FieldListener
}

export const fieldNames = ['pan', 'expiry', 'cvc'] as const
export type FieldName = (typeof fieldNames)[number]

/** CSS by property, as the bank's script takes it. */
export type Rules = Readonly<Record<string, string>>

/** The options of the bank's own `window.PaymentForm`, and the ticket. */
export interface PaymentFormOptions {
  /** The gateway's identifier of the order. */
  readonly mdOrder?: string
  /** The order ticket, which the bank's script does not need. */
  readonly order?: string
  readonly containerClassName?: string
  readonly onFormValidate?: (isValid: boolean) => void
  readonly language?: string
  readonly autoFocus?: boolean
  readonly fields?: Readonly<Partial<Record<FieldName, FieldOptions>>>
  readonly styles?: Readonly<
    Partial<Record<'base' | 'focus' | 'disabled' | 'valid' | 'invalid' | 'placeholder', Rules>>
  >
}

/** What the bank's script takes with a payment; here all of it is in the ticket. */
export interface PaymentData {
  readonly email?: string
  readonly phone?: string
  readonly cardholderName?: string
  readonly saveCard?: boolean
  readonly jsonParams?: unknown
}

/** What `init()` resolves with. Stored cards are shown and chosen in the form itself. */
export interface FormSession {
  readonly orderSession: { readonly bindings: readonly never[]; readonly bindingEnabled: false }
}
