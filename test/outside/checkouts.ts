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
]
