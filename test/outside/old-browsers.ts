import type { Report } from './report.ts'

const bundle = 'test/architecture/old-browsers.test.ts'
const journeys = 'test/journeys/pay/old-browsers.test.ts'
const errors = 'test/unit/element/unexpected.test.ts'

/** Reports about browsers without a newer API, and errors that nobody expected. */
export const oldBrowsers: readonly Report[] = [
  {
    source: 'sanity-io/get-it#670',
    kind: 'a signal of several others, which a supported browser lacks, fails each request',
    decision: 'fixed',
    file: journeys,
    words: 'a new card pays after its challenge',
  },
  {
    source: 'ButterCMS/buttercms-js#125',
    kind: 'a signal of several others, which a supported browser lacks, leaves nothing on the page',
    decision: 'fixed',
    file: bundle,
    words: 'use nothing that the oldest supported browsers lack',
  },
  {
    source: 'WordPress/wordpress-playground#2887',
    kind: 'a check of an address, which a supported browser lacks, ends the program',
    decision: 'fixed',
    file: bundle,
    words: 'URL.canParse(address)',
  },
  {
    source: 'marimo-team/marimo#2986',
    kind: 'a check of an address, which a tablet that gets no newer browser lacks',
    decision: 'fixed',
    file: bundle,
    words: 'use nothing that the oldest supported browsers lack',
  },
  {
    source: 'opencollective/opencollective#7811',
    kind: 'a method of arrays that a supported browser lacks',
    decision: 'limit',
    file: 'docs/development/releasing.md',
    words: 'Firefox 121, and later ones',
  },
  {
    source: 'sul-dlss/sul-embed#2009',
    kind: 'nested rules of CSS, which a supported browser leaves out',
    decision: 'fixed',
    file: bundle,
    words: '.a { p { color: red } }',
  },
  {
    source: 'PleasePrompto/notebooklm-mcp#23',
    kind: 'a loop whose pause fails runs without one',
    decision: 'fixed',
    file: errors,
    words: 'no loop runs without a pause',
  },
  {
    source: 'mysociety/alaveteli#9546',
    kind: 'a promise that rejects leaves a payment busy for ever',
    decision: 'fixed',
    file: errors,
    words: 'is reported once, and ends where the shopper can go on',
  },
  {
    source: 'paypal/paypal-checkout-components#291',
    kind: 'the shop’s own promise rejects, and the checkout stays busy',
    decision: 'fixed',
    file: errors,
    words: 'a shop whose answer fails does not keep the button from working',
  },
]
