import type { Report } from './report.ts'

const [element, frame] = ['test/browser/element/translated.test.ts', 'test/browser/card-frame/translated.test.ts']
const journey = {
  file: 'test/journeys/page/changed-order.test.ts',
  words: 'on a translated page another order is shown and charged, and when the translation is undone, too',
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
]
