import type { Report } from './report.ts'

/** Reports about typing, pasting, autofill and password managers in card fields. */
export const fields: readonly Report[] = [
  {
    source: 'Adyen/adyen-web#1322',
    kind: 'letters and signs of names are taken out of the name on the card',
    decision: 'fixed',
    file: 'test/unit/contract/latin.test.ts',
    words: 'a name is taken with every sign that writing has',
  },
  {
    source: 'braintree/braintree_android#85',
    kind: 'a name with an accent fails at the gateway',
    decision: 'holds',
    file: 'test/unit/card-frame/checks.test.ts',
    words: 'a name is sent as cards are embossed',
  },
  {
    source: 'mage2pro/core#37',
    kind: 'a name that the shop fills in has signs that the gateway refuses',
    decision: 'fixed',
    file: 'test/unit/proxy/tickets/gateway-terms.test.ts',
    words: 'a name is registered, and filled in, in signs that the gateway takes',
  },
  {
    source: 'Adyen/adyen-web#1211',
    kind: 'a name with a digit, as on the card of a company, is refused',
    decision: 'limit',
    file: 'docs/payment-methods.md',
    words: 'A name in another script, or with a digit, is not sent',
  },
  {
    source: 'sandstorm-io/sandstorm#1615',
    kind: 'the time of a device with a wrong clock decides what has expired',
    decision: 'fixed',
    file: 'test/browser/card-frame/expiry.test.ts',
    words: 'whether a card has expired is decided by the proxy’s clock',
  },
  {
    source: 'magfest/ubersystem#547',
    kind: 'a device whose clock is wrong by years cannot pay',
    decision: 'fixed',
    file: 'test/journeys/page/circumstances.test.ts',
    words: 'a shopper whose clock is %d days ahead confirms at the bank and pays',
  },
  {
    source: 'square/plastic#4',
    kind: 'a card expires before its month is over in the last time zone',
    decision: 'fixed',
    file: 'test/unit/card-frame/checks.test.ts',
    words: 'a card is good until its month is over everywhere on Earth',
  },
  {
    source: 'opencollective/opencollective#5116',
    kind: 'a card of the present month is refused',
    decision: 'holds',
    file: 'test/unit/card-frame/checks.test.ts',
    words: 'the expiry date %s in June 2030: %s',
  },
]
