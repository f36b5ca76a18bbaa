import type { Report } from './report.ts'

/** Reports about what a payment API's documents say, and its clients and servers do not do. */
const documents: readonly Report[] = [
  {
    source: 'manticoresoftware/manticoresearch-javascript#13',
    kind: 'a client loses the last digits of a 64-bit number in an answer',
    decision: 'fixed',
    file: 'test/unit/issuing-client/reading.test.ts',
    words: 'with every digit %s in each Long',
  },
  {
    source: 'juspay/hyperswitch#1118',
    kind: 'an OpenAPI document says optional of fields that are mandatory',
    decision: 'fixed',
    file: 'test/unit/sandbox/issuer/openapi.test.ts',
    words: 'requires what the document makes mandatory',
  },
  {
    source: 'woocommerce/woocommerce-gateway-stripe#1109',
    kind: 'a payment fails because its language is none that the gateway supports',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/charge-fields.test.ts',
    words: 'the language %s of a charge is %s at the gateway',
  },
  {
    source: 'onetimesecret/onetimesecret#3821',
    kind: 'a payment page on another host than the expected one is refused',
    decision: 'fixed',
    file: 'test/unit/proxy/orders/hosted-page.test.ts',
    words: 'may be on another host than its API',
  },
  {
    source: 'mage2pro/core#35',
    kind: 'a Discover card has no brand',
    decision: 'fixed',
    file: 'test/unit/contract/card-schemes.test.ts',
    words: 'the paymentSystem of %s is %s',
  },
]

/** Reports about payment servers and their clients. */
export const servers: readonly Report[] = [...documents]
