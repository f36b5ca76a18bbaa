import type { Outcome, Step } from '#contract/checkout.ts'
import type { PayerData, WalletName, WalletOffers } from '#contract/payment-methods.ts'

/** Appearance values that cross into the frame, each parsed there again before use. */
export interface Appearance {
  readonly scheme: 'light' | 'dark'
  /** CSS colours as `#rrggbb`; absent ones keep the frame's own. */
  readonly accent?: string
  readonly background?: string
  readonly text?: string
  /** Corner radius in CSS pixels, 0 to 24. */
  readonly radius?: number
}

/** What the card frame is opened with. */
export interface Opening {
  readonly ticket: string
  /** BCP 47 tag of a locale in the table of texts. */
  readonly locale: string
  readonly appearance: Appearance
}

/** A failure as it crosses the bridge: a fault of the contract, or `frame_…` trouble of the frame itself. */
export interface Trouble {
  readonly code: string
  /** For the merchant's console; never shown to the shopper. */
  readonly message: string
  readonly field?: string
  /** Name of the proxy's request that failed. */
  readonly traceId?: string
}

/** What the shopper has typed so far, told without a digit. */
export interface Progress {
  readonly complete: boolean
  readonly brand: string
  /** Fields that show an error now. */
  readonly invalid: readonly string[]
}

/** What the element learns when the frame opens: where the order stands, and what the wallets are to be asked with. */
export interface Opened {
  readonly outcome: Outcome
  readonly wallets: WalletOffers
  /** Whether there is a form under the wallets: for a card, new or stored. */
  readonly card: boolean
  readonly amount: number
  /** ISO 4217 letters. */
  readonly currencyCode: string
  readonly fractionDigits: number
  readonly description?: string
}

/** What a wallet gave: Base64 of its payment data, and what its sheet was to ask of the payer. */
export interface WalletPayment {
  readonly wallet: WalletName
  readonly paymentToken: string
  readonly payer?: PayerData
}

/** What the page may ask of the card frame. */
export interface CardFrame {
  open(opening: Opening): Promise<void>
  /** Shows other texts or another look without losing what was typed. */
  restyle(opening: Omit<Opening, 'ticket'>): Promise<void>
  /** Does what the pay button does; resolves when the answer is there. `undefined` when the form was incomplete or vetoed. */
  submit(): Promise<Outcome | undefined>
  focus(): Promise<void>
  reset(): Promise<void>
  /** Pays with what a wallet gave, instead of a card; rejects after it told by `failed` what went wrong. */
  payByWallet(payment: WalletPayment): Promise<Outcome>
  /** Fetches Apple Pay's merchant session by way of the proxy. */
  walletSession(validationURL: string): Promise<Readonly<Record<string, unknown>>>
  /** Goes on after the 3-D Secure method. */
  authenticate(): Promise<Outcome>
  /** Reads where the order stands. */
  refresh(): Promise<Outcome>
  /** Gives the payment up. */
  cancel(): Promise<Outcome>
  /** Shows the form again after a decline, with the data kept but for the CVC. */
  again(): Promise<void>
  /** Shows a sentence over the button, by its key `trouble…` in the texts; none for ''. */
  note(key: string): Promise<void>
}

/** What the card frame may ask of the page. */
export interface CardHost {
  /** The frame has read the checkout and shows the form, or stands at an outcome already. */
  opened(opened: Opened): Promise<void>
  progressed(progress: Progress): Promise<void>
  /** The frame's content height in CSS pixels. */
  resized(height: number): Promise<void>
  /** Asks leave to pay; the shop may veto. */
  mayPay(): Promise<boolean>
  /** A submit was made by the shopper and has this outcome. */
  concluded(outcome: Outcome): Promise<void>
  failed(trouble: Trouble): Promise<void>
}

/** What the page may ask of the challenge frame. */
export interface ChallengeFrame {
  /** Runs the 3-D Secure method hidden; resolves true when the notification came, false after 10 s. */
  runMethod(step: Extract<Step, { kind: 'method' }>): Promise<boolean>
  /** Posts the challenge into its nested frame (or resumes one); resolves when the return page has been reached. */
  showChallenge(step: Extract<Step, { kind: 'challenge' | 'resume' }>): Promise<void>
}

/** What the challenge frame may ask of the page: nothing yet. */
export type ChallengeHost = Record<never, never>

/** The names that may cross each port, checked by the guard on the receiving side. */
export const names = {
  cardFrame: [
    'open',
    'restyle',
    'submit',
    'focus',
    'reset',
    'authenticate',
    'refresh',
    'cancel',
    'again',
    'note',
    'payByWallet',
    'walletSession',
  ],
  cardHost: ['opened', 'progressed', 'resized', 'mayPay', 'concluded', 'failed'],
  challengeFrame: ['runMethod', 'showChallenge'],
  challengeHost: [],
} as const satisfies {
  cardFrame: readonly (keyof CardFrame)[]
  cardHost: readonly (keyof CardHost)[]
  challengeFrame: readonly (keyof ChallengeFrame)[]
  challengeHost: readonly (keyof ChallengeHost)[]
}

/** Milliseconds after which a shopper who waits is told that it takes longer than usual. */
export const SLOW = 8_000

/** Paths of the frame documents on the proxy. */
export const documents = { card: '/card', challenge: '/3ds' } as const
