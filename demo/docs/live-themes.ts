import { cssProperties } from '#element/description.ts'
import { themeNames } from '#contract/appearance/presets.ts'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { tokenControl } from '../playground/token-control.ts'

/** The `id` of the element in docs/themes.md that the checkout takes the place of. */
export const livePlace = 'live-checkout'

const themeButtons = (): string =>
  themeNames.map((name) => `<button type="button" data-theme="${name}">${name}</button>`).join('')

const tokenControls = (): string =>
  Object.keys(cssProperties)
    .map(
      (name) => `<div data-token="${name}">${tokenControl(name, { 'aria-label': name, placeholder: 'default' })}</div>`,
    )
    .join('')

/** What the page of themes loads besides its own files: their style, and the element. */
export const liveHead = (proxy: string): string =>
  `<link rel="stylesheet" href="/themes.css"><script async crossorigin src="${escapeHtml(proxy)}/v1/checkout.js"></script>`

/**
 * What the script of that page puts into the text, once the site's own has taken it over: a checkout, a button for each
 * theme, and a control for each token.
 */
export const liveParts = (
  proxy: string,
): string => `<template id="live" data-script="/themes.js" data-place="${livePlace}" data-proxy="${escapeHtml(proxy)}" data-theme="${themeNames[0]!}">
<p id="live-words">Press a theme, or set a token: the checkout shows it at once. It takes the <a href="/docs/sandbox/test-cards">test cards</a> of the sandbox. With an empty form its button shows the colour of errors; a payment that of success.</p>
<div id="live-rail"><section id="live-preview" aria-label="A live checkout">
<div id="live-place"></div>
<div id="live-bar"><span id="live-note" role="status"></span><button type="button" id="live-again">New order</button><button type="button" id="live-reset">Defaults</button></div>
<details><summary>Code</summary><pre id="live-code" tabindex="0"></pre></details>
<p><a id="live-playground" href="/playground" target="_self">Every other setting, in the playground</a></p>
</section></div>
${themeButtons()}${tokenControls()}
</template>`
