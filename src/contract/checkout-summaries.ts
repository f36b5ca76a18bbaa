import { checkoutApi } from './checkout.ts'
import type { DescribedApi } from './operation.ts'

/** What each operation does; not in the table itself, since browsers are sent that one. */
const summaries: Readonly<Record<keyof typeof checkoutApi, string>> = {
  checkout: 'Read what is to be paid and where the order stands',
  prepare: 'Register the order at the gateway, so that a card can be sealed for it',
  pay: 'Pay the prepared order with a sealed card, or with a stored one',
  authenticate: 'Go on with the payment after the 3-D Secure method',
  payByWallet: 'Pay the order with what a wallet gave',
  authenticateWallet: 'Go on with the payment by a wallet after the 3-D Secure method',
  walletSession: 'Open a merchant session for Apple Pay, which answers only to the proxy',
  payMoto: 'Register and pay a mail or telephone order with a sealed card',
  removeCard: 'Deactivate a stored card of the client; answers the cards that are left',
  outcome: 'Read where the order stands',
  withdraw: 'Withdraw a request for payment whose answer was lost, and read where the order stands',
  cancel: 'Give the order up, when it is not paid',
  texts: 'Read the sentences of the card frame in a language',
}

/** The browser's operations as OpenAPI and the documents describe them. */
export const describedCheckoutApi: DescribedApi = Object.fromEntries(
  Object.entries(checkoutApi).map(([name, operation]) => [
    name,
    { ...operation, summary: summaries[name as keyof typeof checkoutApi] },
  ]),
)
