import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'

const spaced = (pan: string): string => pan.replace(/(\d{4})(?=\d)/g, '$1 ')

const expiryText = (expiry: string): string => `${expiry.slice(4)} / ${expiry.slice(2, 4)}`

const row = ({ pan, expiry, cvc, what, outcome, threeDs }: TestCard): string => `
<li>
  <button type="button" class="copy" data-copy="${pan}" aria-label="Copy ${spaced(pan)}">Copy</button>
  <span class="pan" dir="ltr">${spaced(pan)} <span class="dim">${expiryText(expiry)} · ${cvc}</span></span>
  <span class="tag ${outcome}">${threeDs === 'none' ? '' : `${threeDs} · `}${outcome}</span>
  <span class="what dim">${escapeHtml(what)}</span>
</li>`

/** The test cards, each with a copy button. */
export const cardTable = (cards: readonly TestCard[]): string => `<ul class="cards">${cards.map(row).join('')}</ul>`
