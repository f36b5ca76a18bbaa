import type { Report } from './report.ts'

/** Reports about sizes, places and colours that the shop's page or an extension gives to what is inside. */
export const layout: readonly Report[] = [
  {
    source: 'theopenco/llmchat#113',
    kind: 'a theme whose root font is 62.5 % shrinks what has its lengths in rem, in a shadow root too',
    decision: 'fixed',
    file: 'test/browser/layout/page-font.test.ts',
    words: 'is as large on a page with a root of 10 px as on any other',
  },
  {
    source: 'LanternOps/breeze#3705',
    kind: 'the second press of a double click reaches what has just come to the place of the first',
    decision: 'fixed',
    file: 'test/browser/layout/new-controls.test.ts',
    words: 'of a series whose first was on something else does nothing',
  },
  {
    source: 'italia/bootstrap-italia#447',
    kind: 'what is scrolled into view lands under a header that sticks',
    decision: 'fixed',
    file: 'test/browser/element/message-in-sight.test.ts',
    words: 'covers no message, from %i px on',
  },
  {
    source: 'darkreader/darkreader#11603',
    kind: 'an extension that darkens pages changes the colours of a QR code, which then no app reads',
    decision: 'fixed',
    file: 'test/browser/wallets/code.test.ts',
    words: 'is black on white where the page is darkened by %s',
  },
]
