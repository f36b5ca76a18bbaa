import * as z from 'zod/mini'
import { codeRequest, motoCard, requestId, sealed, walletToken } from './checkout-requests.ts'
import { text } from './fields.ts'
import { reasons } from './reasons.ts'
import { channels } from './methods/methods.ts'
import { CodeOffers, WalletOffers } from './methods/offers.ts'
import { Ask, PayerData, SavedCard, Saving } from './payment-methods.ts'
import { defineApi, type Operation } from './operation.ts'

// Requests are strict. Answers are not: during an upgrade a frame reads those of a proxy that may be one version newer.

/** The fields of every outcome: `amount` in minor units, `currency` numeric ISO 4217, as the ticket has them. */
const facts = {
  orderNumber: z.string(),
  /** The gateway's identifier of the attempt, once one is registered. */
  orderId: z.optional(z.string()),
  amount: z.int(),
  currency: z.string(),
}

/** What the gateway reports of a payment that was made: what a paper receipt has, and no more of the card. */
const Receipt = z.object({
  /** As `SavedCard.brand`. */
  brand: z.optional(z.string()),
  /** The last four digits of the card; absent for a wallet, which has a number of its own. */
  lastDigits: z.optional(z.string()),
  /** When it was made, in Unix milliseconds. */
  at: z.optional(z.int()),
  /** The issuer's code of its approval, and the reference number (RRN) of the authorisation. */
  approvalCode: z.optional(z.string()),
  refNum: z.optional(z.string()),
  /** What the bank says of it, in the ticket's language where the bank has it. */
  bankAnswer: z.optional(z.string()),
  /** The shop's name, and where a payer finds help, as the proxy's variables say. */
  shop: z.optional(z.string()),
  support: z.optional(z.string()),
})
export type Receipt = z.infer<typeof Receipt>

/** The 3-D Secure 2 method, to be run in a hidden frame before the payment continues. */
const MethodStep = z.object({
  kind: z.literal('method'),
  /** The issuer's method page; absent when the card's range has none. */
  methodUrl: z.optional(z.string()),
  /** Posted as `threeDSMethodData`, byte for byte. */
  methodData: z.optional(z.string()),
  /** The gateway's own page that collects browser data. */
  serverUrl: z.optional(z.string()),
  /** Sent by the notification page; accepted only when it matches. */
  nonce: z.string(),
  /** Sent back with `authenticate`; binds the transaction to this order. */
  continuation: z.string(),
})

/** The challenge: `creq` is posted to `acsUrl` as a form, byte for byte, at once (the issuer waits 30 s). */
const ChallengeStep = z.object({
  kind: z.literal('challenge'),
  acsUrl: z.string(),
  creq: z.string(),
  /** Sent by the return page; accepted only when it matches. */
  nonce: z.string(),
  /** The address of the challenge as a full page, for an access server that refuses frames. */
  redirectUrl: z.string(),
})

/** A challenge already under way when the page loaded: its address resumes it, in a frame or as a page. */
const ResumeStep = z.object({ kind: z.literal('resume'), nonce: z.string(), redirectUrl: z.string() })

/** Authentication that needs the whole page (3-D Secure 1). */
const RedirectStep = z.object({ kind: z.literal('redirect'), redirectUrl: z.string() })

/**
 * A code by which an app of the payer's bank pays the order, or the bank's page where it is paid. While it may still be
 * paid so, nothing else may pay.
 */
const CodeStep = z.object({
  kind: z.literal('code'),
  method: z.string(),
  /** What the code holds, an address that opens a bank's app, or the page's; absent once a bank has accepted the payment. */
  payload: z.optional(z.string()),
  /** Milliseconds from this answer until it can no longer be paid. */
  remainingMs: z.int(),
  /** Whether a bank has accepted the payment and is sending the money. */
  accepted: z.boolean(),
})

export const Step = z.union([MethodStep, ChallengeStep, ResumeStep, RedirectStep, CodeStep])
export type Step = z.infer<typeof Step>
export type { MethodStep, ChallengeStep, CodeStep }
type MethodStep = z.infer<typeof MethodStep>
type ChallengeStep = z.infer<typeof ChallengeStep>
type CodeStep = z.infer<typeof CodeStep>

/** The state of an order. `paid` and `held` are reported only when the gateway's order status says so. */
export const Outcome = z.union([
  z.object({ state: z.literal('open'), ...facts }),
  z.object({ state: z.literal('authenticate'), ...facts, step: Step }),
  z.object({ state: z.literal('paid'), ...facts, receipt: z.optional(Receipt) }),
  z.object({ state: z.literal('held'), ...facts, receipt: z.optional(Receipt) }),
  /** It was paid, and the shop has refunded it, in full or in part: `refundedAmount` in minor units. */
  z.object({ state: z.literal('refunded'), ...facts, refundedAmount: z.int(), receipt: z.optional(Receipt) }),
  /** The card was checked and stored without a payment (feature VERIFY). */
  z.object({ state: z.literal('verified'), ...facts, receipt: z.optional(Receipt) }),
  /**
   * A definite decline; `again` says whether this ticket may be tried again, `kind` whether with the same card. With the
   * reason `order_expired` it is what the element and the merchant's API call expired.
   */
  z.object({
    state: z.literal('declined'),
    ...facts,
    reason: z.enum(reasons),
    code: z.optional(z.int()),
    /** `soft`: the same card may succeed later; `hard`: it will not. */
    kind: z.optional(z.enum(['soft', 'hard'])),
    again: z.boolean(),
  }),
  z.object({ state: z.literal('cancelled'), ...facts, reason: z.enum(reasons), again: z.boolean() }),
  /** Not decided yet: the shopper must not pay again; read the outcome later. */
  z.object({ state: z.literal('pending'), ...facts }),
])
export type Outcome = z.infer<typeof Outcome>

/** What the card frame reads when it opens. */
export const Checkout = z.object({
  orderNumber: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** Minor units that are charged besides the amount. */
  fee: z.optional(z.int()),
  /** ISO 4217 letters of the currency, for Intl. */
  currencyCode: z.string(),
  /** Digits after the decimal point in the major unit. */
  fractionDigits: z.int(),
  description: z.optional(z.string()),
  cardholderName: z.optional(z.string()),
  capture: z.enum(['one-phase', 'two-phase']),
  /** `moto`: an operator types the card of a payer who wrote or phoned; no CVC is asked for, and no 3-D Secure. */
  channel: z.enum(channels),
  /** Nothing is paid: the card is only checked and stored (feature VERIFY). */
  verify: z.boolean(),
  /** Whether a new card may pay; false when the ticket allows only other methods. */
  card: z.boolean(),
  /** Whether the payer of a co-badged card chooses which of its brands pays. */
  brandChoice: z.boolean(),
  savedCards: z.array(SavedCard),
  saving: Saving,
  /** The payer data that the form asks for with a new card, and with a stored one, and what is known of it already. */
  asks: z.array(Ask),
  storedAsks: z.array(Ask),
  known: PayerData,
  wallets: WalletOffers,
  codes: z.optional(CodeOffers),
  /** PEM of the key that seals the card. */
  sealingKey: z.string(),
  /**
   * The proxy's time, Unix milliseconds. A card is sealed with it, since a gateway refuses one that was sealed long ago,
   * and the shopper's clock may be wrong by days.
   */
  now: z.optional(z.int()),
  outcome: Outcome,
  /** Origin of the sandbox's console, where the gateway is a sandbox. */
  sandbox: z.optional(z.string()),
})
export type Checkout = z.infer<typeof Checkout>

const Nothing = z.strictObject({})

/** What is true of an operation besides its fields. Browsers are sent the fields only. */
interface CheckoutOperation extends Operation {
  readonly summary: string
  /** The card frame sends it again by itself, so that a proxy without free capacity may refuse it. */
  readonly retriable: boolean
  /**
   * What the limits against card testing count: a try of a card or a wallet, the second request of that try after the
   * 3DS method, a code as a try of its order alone, since it reveals nothing about a card, or the outcome in the answer.
   * An operator's orders and what pays nothing are not counted.
   */
  readonly countsAs: 'try' | 'continued try' | 'code' | 'outcome' | 'nothing'
}

/** The proxy's operations for the card frame: same-origin, with the order ticket as bearer token. */
export const checkoutApi = defineApi({
  checkout: {
    summary: 'Read what is to be paid and where the order stands',
    retriable: true,
    countsAs: 'outcome',
    method: 'GET',
    path: '/api/checkout',
    encoding: 'json',
    request: Nothing,
    response: Checkout,
  },
  prepare: {
    summary: 'Register the order at the gateway, so that a card can be sealed for it',
    retriable: true,
    countsAs: 'outcome',
    method: 'POST',
    path: '/api/prepare',
    encoding: 'json',
    request: Nothing,
    response: Outcome,
  },
  pay: {
    summary: 'Pay the prepared order with a sealed card, or with a stored one',
    retriable: true,
    countsAs: 'try',
    method: 'POST',
    path: '/api/pay',
    encoding: 'json',
    request: z.strictObject(sealed),
    response: Outcome,
  },
  authenticate: {
    summary: 'Go on with the payment after the 3-D Secure method',
    retriable: false,
    countsAs: 'continued try',
    method: 'POST',
    path: '/api/authenticate',
    encoding: 'json',
    request: z.strictObject({ ...sealed, continuation: text(1, 2048) }),
    response: Outcome,
  },
  payByWallet: {
    summary: 'Pay the order with what a wallet gave',
    retriable: true,
    countsAs: 'try',
    method: 'POST',
    path: '/api/wallet/pay',
    encoding: 'json',
    request: z.strictObject(walletToken),
    response: Outcome,
  },
  authenticateWallet: {
    summary: 'Go on with the payment by a wallet after the 3-D Secure method',
    retriable: false,
    countsAs: 'continued try',
    method: 'POST',
    path: '/api/wallet/authenticate',
    encoding: 'json',
    request: z.strictObject({ ...walletToken, continuation: text(1, 2048) }),
    response: Outcome,
  },
  walletSession: {
    summary: 'Open a merchant session for Apple Pay, which answers only to the proxy',
    retriable: true,
    countsAs: 'nothing',
    method: 'POST',
    path: '/api/wallet/session',
    encoding: 'json',
    request: z.strictObject({ validationURL: text(1, 512) }),
    response: z.object({ session: z.looseObject({}) }),
  },
  payByCode: {
    summary: 'Get the code by which an app of the payer’s bank pays the order, or the address of the bank’s page',
    retriable: true,
    countsAs: 'code',
    method: 'POST',
    path: '/api/code',
    encoding: 'json',
    request: z.strictObject(codeRequest),
    response: Outcome,
  },
  payMoto: {
    summary: 'Register and pay a mail or telephone order with a sealed card',
    retriable: true,
    countsAs: 'nothing',
    method: 'POST',
    path: '/api/moto',
    encoding: 'json',
    request: z.strictObject(motoCard),
    response: Outcome,
  },
  removeCard: {
    summary: 'Deactivate a stored card of the client; answers the cards that are left',
    retriable: true,
    countsAs: 'nothing',
    method: 'POST',
    path: '/api/cards/remove',
    encoding: 'json',
    request: z.strictObject({ bindingId: text(1, 255) }),
    response: z.object({ savedCards: z.array(SavedCard) }),
  },
  outcome: {
    summary: 'Read where the order stands',
    retriable: true,
    countsAs: 'outcome',
    method: 'GET',
    path: '/api/outcome',
    encoding: 'json',
    request: Nothing,
    response: Outcome,
  },
  withdraw: {
    summary: 'Withdraw a request for payment whose answer was lost, and read where the order stands',
    retriable: true,
    countsAs: 'outcome',
    method: 'POST',
    path: '/api/withdraw',
    encoding: 'json',
    request: z.strictObject({ requestId }),
    response: Outcome,
  },
  cancel: {
    summary: 'Give the order up, when it is not paid; a code is taken back instead, and the order stays open',
    retriable: false,
    countsAs: 'outcome',
    method: 'POST',
    path: '/api/cancel',
    encoding: 'json',
    request: Nothing,
    response: Outcome,
  },
  texts: {
    summary: 'Read the sentences of the card frame in a language',
    retriable: true,
    countsAs: 'nothing',
    method: 'GET',
    path: '/api/texts/:locale',
    encoding: 'json',
    request: z.strictObject({ locale: text(2, 35) }),
    response: z.object({
      locale: z.string(),
      direction: z.enum(['ltr', 'rtl']),
      card: z.catchall(z.object({}), z.string()),
    }),
  },
} satisfies Readonly<Record<string, CheckoutOperation>>)
