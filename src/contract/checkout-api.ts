import * as z from 'zod/mini'
import { Checkout, Outcome } from './checkout.ts'
import { codeRequest, motoCard, requestId, sealed, walletToken } from './checkout-requests.ts'
import { text } from './fields.ts'
import { SavedCard } from './payment-methods.ts'
import { defineApi, type Operation } from './operation.ts'

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
