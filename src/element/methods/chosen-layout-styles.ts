/** Adopted beside the wallets' style sheet, where the page asks for tabs or an accordion. */
export const css = `
.method { box-sizing: border-box; display: flex; align-items: center; gap: 8px; min-inline-size: 0; min-block-size: 52px; padding: 8px 12px; cursor: pointer; font-size: .875em; font-weight: 500; line-height: 1.25 }
/* As wide as a logo, so that the names of all methods begin at one edge. */
.method svg { flex: none; inline-size: 30px; block-size: 20px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round }
.method .method-logo { fill: currentColor; stroke: none }
.method input { flex: none; inline-size: 18px; block-size: 18px; margin: 0; accent-color: var(--accent) }
.method:has(:disabled) { cursor: default; color: var(--muted) }
.method:has(:focus-visible) { outline: var(--focus-width) solid var(--focus); outline-offset: 2px }
.method input:focus-visible { outline: none }
.methods-tabs { display: flex; flex-wrap: wrap; gap: 8px; margin-block-end: 16px }
.methods-tabs .method { flex: 1 1 calc(3.2em / .875); flex-direction: column; justify-content: center; gap: 2px; min-block-size: calc(4.75em / .875); padding: 8px 3px; text-align: center; border: 1px solid var(--border); border-radius: var(--button-radius) }
.methods-tabs .method:hover { border-color: var(--text) }
.methods-tabs .method:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: color-mix(in srgb, var(--accent) 6%, var(--background)) }
.methods-tabs input { position: absolute; opacity: 0; pointer-events: none }
.methods-tabs ~ .express, .methods-accordion .express { margin-block: 4px 16px }
.methods-accordion .method { padding: 5px 0; border-block-start: 1px solid var(--line); font-size: 1em }
.methods-accordion.methods-rest { margin-block-start: 12px; border-block-end: 1px solid var(--line) }
/* From the row of a card that is not chosen as far as between all others. */
.above:has(> .methods:not([data-chosen=card])) ~ .below > .methods-rest { margin-block-start: 0 }
.methods-accordion .method:hover { color: color-mix(in srgb, var(--text), var(--accent)) }
/* What is not chosen keeps its document, and what was typed there. */
.above:has(> .methods:not([data-chosen=card])) ~ .place { position: absolute; inset-inline: 0; inset-block-start: 0; block-size: 1px; overflow: hidden; visibility: hidden }
@media (prefers-reduced-motion: no-preference) { .box:not([data-motion=none]) .method { transition: border-color .12s, background-color .12s } }
@media (prefers-contrast: more) { .methods-tabs .method { border-color: var(--text) } }
@media (forced-colors: active) { .methods-tabs .method:has(:checked) { outline: 2px solid Highlight; outline-offset: -4px } }
`
