import type { Appearance } from '#contract/appearance/appearance.ts'
import { cardPath } from '#contract/appearance/card-frame.ts'
import type { Outcome, Step } from '#contract/checkout.ts'
import type { PayerData } from '#contract/payment-methods.ts'
import type { OffPageMethodName, WalletName } from '#contract/methods/methods.ts'
import type { CodeOffers, WalletOffers } from '#contract/methods/offers.ts'

/** The data with which the page opens the card frame. */
export interface Opening {
  readonly ticket: string
  /** BCP 47 tag of a locale in the table of texts. */
  readonly locale: string
  readonly appearance: Appearance
  /** Set by a page that takes the frame's steps, which one of an older release does not. */
  readonly traces?: true
}

/** A step of the card frame: its version, or a request to the proxy, without anything that was sent or received. */
export interface FrameStep {
  readonly version?: string
  readonly path?: string
  /** When the request began, in milliseconds since 1970. */
  readonly began?: number
  readonly ms?: number
  /** HTTP status; 0 when there was no answer. */
  readonly status?: number
  /** Id of the request in the proxy's log. */
  readonly traceId?: string
}

/**
 * A failure as it is sent over the bridge: a fault of the contract, or one of the frame itself, such as `frame_failed`.
 */
export interface CheckoutError {
  readonly code: string
  /** For the merchant's console; never shown to the shopper. */
  readonly message: string
  readonly field?: string
  /** The name of the wallet that failed, for the shopper. */
  readonly wallet?: string
  /** Id of the proxy's request that failed. */
  readonly traceId?: string
}

/** The progress of the form, without a digit of what was typed. */
export interface Progress {
  readonly complete: boolean
  readonly brand: string
  /** Fields that show an error now. */
  readonly invalid: readonly string[]
}

/** What the frame reports when it opens: the order's outcome, the amount, and the wallets' configuration. */
export interface Opened {
  readonly outcome: Outcome
  readonly wallets: WalletOffers
  /** Absent from a frame of an older release. */
  readonly codes?: CodeOffers
  /** Whether there is a form below the wallets, for a new or a stored card. */
  readonly card: boolean
  readonly amount: number
  /** ISO 4217 letters. */
  readonly currencyCode: string
  readonly fractionDigits: number
  readonly description?: string
  /** Origin of the sandbox's console; absent, and the proxy's gateway is a real one. */
  readonly sandbox?: string
}

/** A wallet's result: Base64 of its payment data, and the payer data that its sheet collected. */
export interface WalletPayment {
  readonly wallet: WalletName
  readonly paymentToken: string
  readonly payer?: PayerData
}

/** The methods of the card frame that the page may call. */
export interface CardFrame {
  open(opening: Opening): Promise<void>
  /** Takes a newly signed ticket of the open order for the requests from now on; one of another order is left alone. */
  renew(ticket: string): Promise<void>
  /** Changes the locale or the appearance without losing what was typed. */
  restyle(opening: Pick<Opening, 'locale' | 'appearance'>): Promise<void>
  /**
   * Does what the pay button does; resolves with the outcome. `undefined` when the form was incomplete, the shop vetoed
   * or the payment failed.
   */
  submit(): Promise<Outcome | undefined>
  focus(options?: FocusOptions): Promise<void>
  reset(): Promise<void>
  /**
   * Pays with a wallet's token instead of a card; a failure of the payment is reported by `failed` before the promise
   * rejects.
   */
  payByWallet(payment: WalletPayment): Promise<Outcome>
  /** Gets the code by which an app of the payer's bank pays; again, when the last one has run out. */
  payByCode(method: OffPageMethodName): Promise<Outcome>
  /** Fetches Apple Pay's merchant session through the proxy. */
  walletSession(validationURL: string): Promise<Readonly<Record<string, unknown>>>
  /** Continues the payment after the 3-D Secure method. */
  authenticate(): Promise<Outcome>
  /** Reads the order's outcome. */
  refresh(): Promise<Outcome>
  /** Cancels the payment; a code is taken back, and the order stays open. */
  cancel(): Promise<Outcome>
  /** Shows the form again after a decline; keeps the data except the CVC, or a card that would be declined again. */
  again(): Promise<void>
  /** Shows a message above the button, by its text key `trouble…`; '' removes it. */
  note(key: string): Promise<void>
  /**
   * Shows the page's own texts, by key, in place of the form's; resolves with a sentence about each one that breaks a
   * rule, which stays as it was.
   */
  override(texts: Readonly<Record<string, unknown>>): Promise<readonly string[]>
}

/** The methods of the page that the card frame may call. */
export interface CardHost {
  /** The frame has read the checkout, and shows the form unless the order already has an outcome. */
  opened(opened: Opened): Promise<void>
  progressed(progress: Progress): Promise<void>
  /**
   * The frame's content height, and where in it a new message above the button begins, if there is one, which is to be
   * in sight with the button; both in CSS pixels.
   */
  resized(height: number, message?: number): Promise<void>
  /** Asks for permission to pay; the shop may veto. */
  mayPay(): Promise<boolean>
  /** A submit has this outcome, or the order was paid elsewhere meanwhile. */
  concluded(outcome: Outcome): Promise<void>
  failed(error: CheckoutError): Promise<void>
  /** A step for the page's trace; called only when the page has set `traces`. */
  traced(step: FrameStep): Promise<void>
}

/** The methods of the challenge frame that the page may call. */
export interface ChallengeFrame {
  /**
   * Runs the 3-D Secure method in hidden frames; resolves true when the notification arrived, false after 10 s or
   * without a method page.
   */
  runMethod(step: Extract<Step, { kind: 'method' }>): Promise<boolean>
  /** Posts the challenge into its nested frame (or resumes one); resolves when the return page has been reached. */
  showChallenge(step: Extract<Step, { kind: 'challenge' | 'resume' }>): Promise<void>
  /** Resolves once no other tab shows the challenge with this nonce. */
  whenFree(nonce: string): Promise<void>
}

/** The methods of the page that the challenge frame may call: none yet. */
export type ChallengeHost = Record<never, never>

/** The method names that each port allows, checked by the guard on the receiving side; the page has none for a challenge. */
export const cardFrameMethods = [
  'open',
  'renew',
  'restyle',
  'submit',
  'focus',
  'reset',
  'authenticate',
  'refresh',
  'cancel',
  'again',
  'note',
  'override',
  'payByWallet',
  'walletSession',
  'payByCode',
] as const satisfies readonly (keyof CardFrame)[]

export const cardHostMethods = [
  'opened',
  'progressed',
  'resized',
  'mayPay',
  'concluded',
  'failed',
  'traced',
] as const satisfies readonly (keyof CardHost)[]

export const challengeFrameMethods = [
  'runMethod',
  'showChallenge',
  'whenFree',
] as const satisfies readonly (keyof ChallengeFrame)[]

/** Paths of the frame documents on the proxy. */
export const documents = { card: cardPath, challenge: '/3ds' } as const
