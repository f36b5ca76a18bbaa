import type { PayerData } from '#contract/payment-methods.ts'

export interface Bill {
  readonly orderNumber: string
  /** In minor units. */
  readonly amount: number
  /** The amount in major units, with all fraction digits of the currency. */
  readonly price: string
  /** Numeric ISO 4217. */
  readonly currency: string
  /** ISO 4217 letters. */
  readonly currencyCode: string
}

/** How a wallet's button must look; `root` is where its styles belong. */
export interface ButtonAppearance {
  readonly name: string
  /** What it does, as a sentence. */
  readonly label: string
  readonly locale: string
  readonly scheme: 'light' | 'dark'
  readonly root: ShadowRoot
  readonly press: () => void
}

/** What a wallet receives when its sheet opens. */
export interface SheetRequest {
  readonly bill: Bill
  /** BCP 47. */
  readonly locale: string
  /** Aborts when the payment must not continue: a wallet that can, closes its sheet. */
  readonly signal: AbortSignal
  /** Fetches Apple Pay's merchant session through the proxy. */
  session(validationURL: string): Promise<Readonly<Record<string, unknown>>>
}

/** The result of a payment, for a sheet that waits for it; `unknown` is neither of the others. */
export type SheetVerdict = 'success' | 'failure' | 'unknown'

/** The result of a wallet's sheet. */
export interface SheetResult {
  /** Base64 of the payment data. */
  readonly paymentToken: string
  /** The payer data that its sheet collected. */
  readonly payer?: PayerData
  /** Closes the sheet if it is still open. */
  conclude(verdict: SheetVerdict): void
}

/** A monochrome picture of a method: a path in a square of 24, drawn as lines. */
export interface Picture {
  readonly path: string
  /** Whether it is a logo in the middle two thirds of the square, filled. */
  readonly isLogo?: true
}

/** A wallet, made for one offer of the proxy. */
export interface Wallet {
  readonly picture: Picture
  /** Added to its name; absent for a real one. */
  readonly mark?: string
  /** Whether this browser and this shopper have it, and it can handle the amount; may load the wallet's script. */
  isAvailable(bill: Bill): Promise<boolean>
  button(appearance: ButtonAppearance): HTMLElement
  /** Opens its sheet at once, since it is called within the shopper's gesture; rejects when the wallet fails. */
  pay(request: SheetRequest): Promise<SheetResult | 'cancelled'>
}

/** Base64 of a text's UTF-8. */
export const base64Of = (text: string): string =>
  btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(''))

/** A button of our own, for wallets that provide none. */
export function plainButton({ label, locale, press }: ButtonAppearance): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.lang = locale
  button.addEventListener('click', press)
  button.setAttribute('aria-label', label)
  return button
}
