import type { TestCard } from '#sandbox/cards/test-card.ts'
import { banner, documentOf } from '../markup.ts'

/** The data that the document passes to its script. */
export interface BenchFacts {
  readonly cards: readonly TestCard[]
  /** `bin`: the first digits of new card numbers. */
  readonly credentials: { readonly bin: string }
  /** Address of the sandbox's console. */
  readonly console: string
}

/** The bench's document; its script renders the rest. */
export const benchPage = ({ cards, credentials, console }: BenchFacts): string =>
  documentOf({
    title: 'Issuing bench — Kettle & Cup',
    head: '<script src="/bench.js" type="module"></script>',
    data: {
      'data-bin': credentials.bin,
      'data-cards': JSON.stringify(cards.map(({ pan, what }) => ({ pan, what }))),
    },
    body: `${banner({ about: 'The bank’s back office', here: '/bench', console })}
<main id="bench" class="bench"><noscript>The bench needs JavaScript.</noscript></main>`,
  })
