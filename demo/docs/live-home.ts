import { escapeHtml } from '#contract/wire/escape-html.ts'
import { livePlace } from './live-themes.ts'

/** What the first page loads besides its own files: the element. */
export const homeHead = (proxy: string): string =>
  `<script async crossorigin src="${escapeHtml(proxy)}/v1/checkout.js"></script>`

/** What the script of the first page puts in the place of its picture: a checkout of the sandbox. */
export const homeParts = (
  proxy: string,
): string => `<template id="live" data-script="/home.js" data-place="${livePlace}" data-proxy="${escapeHtml(proxy)}">
<section aria-label="A live checkout" style="max-inline-size:30rem;min-block-size:26rem"><div id="live-place"></div></section>
<p>Pay with a <a href="/docs/sandbox/test-cards">test card</a> of the sandbox, such as 4111 1111 1111 1111, 12/34, 123. <span id="live-note" role="status"></span></p>
<p><a href="/playground" target="_self">Every setting, in the playground</a></p>
</template>`
