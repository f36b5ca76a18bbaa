import type { Report } from './report.ts'

/** Reports about checkouts in a page that is rendered again, or whose wallet does not answer. */
export const checkouts: readonly Report[] = [
  {
    source: 'mozilla/fxa#20075',
    kind: 'each rendering brings a new secret of the same order, which starts the form anew',
    decision: 'fixed',
    file: 'test/browser/element/events.test.ts',
    words: 'a ticket of the same order that is signed anew is taken over, and nothing else happens',
  },
  {
    source: 'joshnuss/svelte-stripe#112',
    kind: 'a wallet whose window is closed never answers, and its progress stays over the form',
    decision: 'fixed',
    file: 'test/browser/wallets/never-answers.test.ts',
    words: 'the window of Google, closed',
  },
  {
    source: 'bigskysoftware/idiomorph#7',
    kind: 'a library that morphs the page removes an attribute that the browser or an element has set',
    decision: 'fixed',
    file: 'test/browser/element/late-listeners.test.ts',
    words: 'is morphed by Idiomorph, as with Turbo,',
  },
]
