import { escapeHtml } from '#router/hop.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'

/** The data that the document passes to its script. */
export interface BenchFacts {
  readonly cards: readonly TestCard[]
  /** `bin`: the first digits of new card numbers. */
  readonly credentials: { readonly bin: string }
}

/** The bench's document; its script renders the rest. */
export const benchPage = ({ cards, credentials }: BenchFacts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Issuing bench — Kettle &amp; Cup</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
<link rel="stylesheet" href="/bench.css">
<script src="/bench.js" type="module"></script>
</head>
<body data-bin="${escapeHtml(credentials.bin)}" data-cards="${escapeHtml(JSON.stringify(cards.map(({ pan, what }) => ({ pan, what }))))}">
<header><strong>Issuing bench</strong><span class="dim">The sandbox bank’s back office, no money moves</span><a href="/">To the shop</a></header>
<main id="bench" class="bench"><noscript>The bench needs JavaScript.</noscript></main>
</body>
</html>`
