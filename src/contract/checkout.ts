import * as z from 'zod/mini'
import { reasons } from './reasons.ts'
import { channels } from './methods/methods.ts'
import { CodeOffers, WalletOffers } from './methods/offers.ts'
import { Ask, PayerData, SavedCard, Saving } from './payment-methods.ts'

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
  /**
   * The gateway's identifier of the payment, and what the bank says of it, in the ticket's language where the bank has it:
   * only of a bank that certifies the receipts of shops.
   */
  paymentId: z.optional(z.string()),
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
