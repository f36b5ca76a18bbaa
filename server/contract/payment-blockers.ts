/** What keeps shoppers from paying until somebody has mended it. */
interface PaymentBlocker {
  /** What the shopper reads: the name of a text of the checkout, or the reason of a decline. */
  readonly shopper: string
  /** What is wrong, for an operator. */
  readonly cause: string
  /** What to do about it, for an operator. */
  readonly remedy: string
}

/**
 * Every cause that the gateway or its setup gives, by its name in the log, in `tender doctor` and in the metrics. Those
 * that are error codes too refuse a request by that code.
 */
export const paymentBlockers = {
  gateway_refused_credentials: {
    shopper: 'troubleSetup',
    cause: 'The gateway refuses the credentials of the API user',
    remedy:
      'Correct TENDER_GATEWAY_USERNAME and TENDER_GATEWAY_PASSWORD, or TENDER_GATEWAY_TOKEN; where the gateway demands signed requests, set TENDER_GATEWAY_SIGNING_KEY',
  },
  gateway_misconfigured: {
    shopper: 'troubleSetup',
    cause: 'Something else than the gateway answers at its address',
    remedy: 'Correct TENDER_GATEWAY_URL: what comes before /rest/, such as https://gateway.bank.example/payment',
  },
  gateway_unreachable: {
    shopper: 'troubleReach',
    cause: 'The gateway gives no answer, or none that can be read',
    remedy: 'Check TENDER_GATEWAY_URL, the firewall and the DNS of this machine',
  },
  operation_missing: {
    shopper: 'pendingHint',
    cause: 'The gateway does not have the operation (HTTP 404)',
    remedy:
      'Ask the bank to enable it, or name it in TENDER_GATEWAY_ABSENT and stop offering what needs it: wallets by their variables, mail and telephone orders by the channel of the ticket, stored cards by its save',
  },
  sealing_key_missing: {
    shopper: 'troubleSetup',
    cause: 'The gateway publishes no key that a card could be sealed with',
    remedy: 'Ask the bank to enable keys.do (seToken), and to publish an RSA key of 2048 bits or more there',
  },
  order_refused: {
    shopper: 'troubleOrder',
    cause: 'The gateway refuses to register the order',
    remedy:
      'Compare the errorCode with the bank’s list: it means a wrong number, a currency that the merchant does not have, a wrong field, or a missing permission',
  },
  order_mismatch: {
    shopper: 'troubleOrder',
    cause: 'The gateway returns the order with another amount, currency or date than the ticket’s',
    remedy:
      'Sign a new order number where you have changed the sum of this one, or where another order had it before; set TENDER_GATEWAY_CURRENCY_ALIASES where the gateway names the currency by another code; sign feeInput where its amount has a fee in it',
  },
  payment_not_permitted: {
    shopper: 'technical',
    cause: 'The gateway refuses the payment for want of a permission, or for a wrong field',
    remedy:
      'Ask the bank to permit the API user this operation: paymentorder.do needs the permission to pay by card from a page of one’s own',
  },
  code_unusable: {
    shopper: 'not_processed',
    cause: 'The gateway answers a code for a bank’s app that cannot be shown',
    remedy: 'Report it to the bank, with the order number; meanwhile the order can be paid in another way',
  },
  access_server_refused: {
    shopper: 'authentication_failed',
    cause: 'The access server of 3-D Secure has an address that is not opened, since it is not https',
    remedy: 'Report it to the bank, with the order number: the address comes from the issuer',
  },
} as const satisfies Record<string, PaymentBlocker>

export type PaymentBlockerName = keyof typeof paymentBlockers

/** The cause and the remedy in one line; `detail` is a clause about this case. */
export function blockerSentence(name: PaymentBlockerName, detail?: string): string {
  const { cause, remedy } = paymentBlockers[name]
  return `${cause}${detail === undefined ? '' : `: ${detail}`}. ${remedy}.`
}
