import type { Report } from './report.ts'

const journey = 'test/journeys/shop-pages/shop-pages.test.ts'
const guide = 'docs/behaviour.md'

/** Reports about the shop's page around the checkout. */
export const shopPages: readonly Report[] = [
  {
    source: 'prototypejs/prototype#338',
    kind: 'a library of the page replaces Array.from by one that takes no iterables',
    decision: 'fixed',
    file: 'test/architecture/bundle.test.ts',
    words: 'no file of the element uses %s',
  },
  {
    source: 'rrweb-io/rrweb#1464',
    kind: 'a library of the page replaces Array.from by one that ignores its second parameter',
    decision: 'fixed',
    file: journey,
    words: 'as %s does',
  },
  {
    source: 'algolia/algoliasearch-magento#150',
    kind: 'a library of the page adds toJSON to arrays, so that JSON.stringify writes texts',
    decision: 'limit',
    file: guide,
    words: 'Prototype before 1.7 also changes `JSON.stringify`',
  },
  {
    source: 'braintree/braintree-web#512',
    kind: 'each answer in the bank’s frame adds an entry to the history',
    decision: 'limit',
    file: guide,
    words: 'browsers of the Chromium family keep an entry for each',
  },
  {
    source: 'stripe/stripe-js#115',
    kind: 'after 3-D Secure two presses of Back are needed to leave the page',
    decision: 'holds',
    file: journey,
    words: 'no frame of the checkout adds an entry to the history',
  },
  {
    source: 'embedpdf/embed-pdf-viewer#657',
    kind: 'a press does nothing in a sandboxed frame without allow-forms',
    decision: 'fixed',
    file: journey,
    words: 'a frame whose sandbox lacks allow-forms',
  },
  {
    source: 'stripe-archive/react-stripe-elements#391',
    kind: 'a card form in a sandboxed frame without allow-same-origin',
    decision: 'fixed',
    file: journey,
    words: 'a frame whose sandbox lacks allow-same-origin',
  },
  {
    source: 'vuejs/vue#5852',
    kind: 'a page of application/xhtml+xml refuses the markup of a script',
    decision: 'fixed',
    file: journey,
    words: 'a document of XML, by %s, in the language of the checkout',
  },
  {
    source: 'stripe/react-stripe-js#149',
    kind: 'a parent as wide as its content leaves a frame no width',
    decision: 'fixed',
    file: journey,
    words: 'the form is wide enough to be used',
  },
  {
    source: 'GoogleChrome/web.dev#4760',
    kind: 'an element under an almost invisible opacity or filter is reported as not visible',
    decision: 'limit',
    file: guide,
    words: 'What alters how the form looks',
  },
  {
    source: 'stripe/stripe-js#634',
    kind: 'a page with COEP: credentialless blocks the frames of a card form',
    decision: 'holds',
    file: journey,
    words: 'a page that is isolated by COEP',
  },
  {
    source: 'stripe/stripe-js#417',
    kind: 'a page with COEP: require-corp blocks the script and the frames of a card form',
    decision: 'holds',
    file: journey,
    words: 'a page that is isolated by COEP',
  },
]
