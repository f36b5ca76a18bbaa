import type { Report } from './report.ts'

const [element, frame] = ['test/browser/element/translated.test.ts', 'test/browser/card-frame/translated.test.ts']
const journey = {
  file: 'test/journeys/page/changed-order.test.ts',
  words: 'on a translated page another order is shown and charged, and when the translation is undone, too',
}

const scopes = { file: 'test/architecture/styles.test.ts', words: 'has rules for its own classes alone' }
const overflow = {
  file: 'test/browser/element/overflow.test.ts',
  words: 'leaves the checkout, on any page of a shop from 320 to 1280 pixels',
}

/** Reports about translated pages, and style sheets that meet. */
export const translators: readonly Report[] = [
  {
    source: 'solidjs/solid#1451',
    kind: 'a number on a translated page stays as it was, since the text that is written to is no longer in the page',
    decision: 'fixed',
    ...journey,
  },
  {
    source: 'sveltejs/svelte#15090',
    kind: 'values of a translated page are not updated',
    decision: 'fixed',
    file: element,
    words: 'is current in another language, and when the translation is undone',
  },
  {
    source: 'preactjs/preact#948',
    kind: 'what a small renderer shows goes wrong on a translated page',
    decision: 'fixed',
    file: frame,
    words: 'the form is current after %s, and when the translation is undone',
  },
  {
    source: 'AFASSoftware/maquette#194',
    kind: 'a renderer throws where a translator has moved a node of it',
    decision: 'fixed',
    file: frame,
    words: 'the form is current after %s, and when the translation is undone',
  },
  {
    source: 'openreview/openreview-web#1597',
    kind: 'a form on a translated page throws when a message in it appears or goes',
    decision: 'fixed',
    file: frame,
    words: 'errors that go',
  },
  {
    source: 'webrenew/unicon#200',
    kind: 'a button whose words change on a translated page throws',
    decision: 'fixed',
    file: element,
    words: 'is current in another language, and when the translation is undone',
  },
  {
    source: 'woocommerce/woocommerce#62037',
    kind: 'a translator writes another currency beside the amount',
    decision: 'fixed',
    file: element,
    words: 'a payment ends with the amount that was charged, in every sentence, and no translator changes it',
  },
  {
    source: 'lit/lit#2063',
    kind: 'a template throws once the marks of its parts were removed with the content of an element',
    decision: 'fixed',
    file: element,
    words: "['font', 'text']",
  },
  {
    source: 'react/react#13341',
    kind: 'a text of an earlier rendering stands beside its translation',
    decision: 'fixed',
    file: frame,
    words: "'beside'",
  },
  {
    source: 'Automattic/wp-calypso#37525',
    kind: 'a box of payment methods has the style of another component, which has a class of the same name',
    decision: 'fixed',
    ...scopes,
  },
  {
    source: 'Automattic/woocommerce-payments#8328',
    kind: "a wallet's button gets the rules of another style sheet of the same product",
    decision: 'fixed',
    ...scopes,
  },
  {
    source: 'google-pay/google-pay-button#292',
    kind: "a wallet's button is wider than its place",
    decision: 'holds',
    ...overflow,
  },
  {
    source: 'Automattic/woocommerce-payments#11571',
    kind: "a wallet's button is as wide as its place and its border together, and is cut off",
    decision: 'holds',
    ...overflow,
  },
]
