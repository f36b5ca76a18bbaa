import type { Report } from './report.ts'

/** Reports about payment servers and their clients. */
export const servers: readonly Report[] = [
  {
    source: 'thelia/thelia#422',
    kind: 'Each visit of a payment page makes another order.',
    decision: 'fixed',
    file: 'test/unit/proxy/orders/hosted-page.test.ts',
    words: 'every process sends to the same page, also after a restart',
  },
  {
    source: 'balanced/balanced-api#167',
    kind: 'A refund that was made already is answered as one that is not allowed.',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/at-once.test.ts',
    words: 'of an operation that is asked for three times at once, no answer says that it was refused',
  },
  {
    source: 'searx/searx#819',
    kind: 'A secret that a repository publishes works in production.',
    decision: 'fixed',
    file: 'test/unit/proxy/config/weak-settings.test.ts',
    words: '%s is refused, by the name of each variable that may have it',
  },
  {
    source: 'magento/magento2#28614',
    kind: 'One address tries a card on each of many orders, and only the bank limits it.',
    decision: 'fixed',
    file: 'test/campaigns/abuse/card-testing.test.ts',
    words: 'of many orders from one address ten are challenged, with %i processes',
  },
  {
    source: 'vespa-engine/vespa#12855',
    kind: 'Methods that a server does not know are server errors in its log and its metrics.',
    decision: 'fixed',
    file: 'test/unit/proxy/http/request-guard.test.ts',
    words: 'a method that an address does not have is no error, whatever its body is',
  },
]
