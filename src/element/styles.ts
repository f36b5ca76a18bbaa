import { unsafeCSS } from 'lit'
import { tokenNames } from '#contract/appearance/tokens.ts'
import { panelStyles } from '#contract/appearance/panel-styles.ts'

/** All directions are logical, so that right-to-left needs no second style sheet. */
// oxfmt-ignore
const css = `
${panelStyles}
h2, p { margin: 0 }
h2 { font-size: 1.25em; line-height: 1.3; text-wrap: balance }
h2:focus { outline: none }
.above, .below { display: flow-root }
.below { min-block-size: var(--rows) }
.above:has(~ .aside) { display: none }
[data-lost] .below:empty, [data-lost] .above::before { visibility: hidden }
.aside ~ .below { min-block-size: 0 }
.end { display: block }
/* The variables are set while one of these is brought into sight. */
.end, .alert, .screen { scroll-margin-block: calc(16px + var(--covered-above, 0px)) calc(16px + var(--covered-below, 0px)) }
/* A frame without a form has nothing to read. */
[data-form=none] .place { visibility: hidden }
/* While a message in the form is brought into sight, from the message on. */
.place { scroll-margin-block: calc(16px + var(--covered-above, 0px) - var(--message-top, 0px)) calc(16px + var(--covered-below, 0px)) }
.aside {
  position: absolute; inset-inline: 0; inset-block-start: 0; block-size: 1px; overflow: hidden; visibility: hidden;
}
.unseen, .sense, .probe { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) }
/* A change of any of these, whatever its cause, starts a transition, whose event the element receives. */
.sense {
  outline-color: CanvasText; color: var(--tender-accent); background-color: var(--tender-background);
  border: 0 solid var(--tender-text); border-radius: var(--tender-radius); transition: all 1ms;
  /* Where a browser can: also of a value that is no colour or length, so that a misspelt token is reported. */
  transition: all 1ms, ${unsafeCSS(tokenNames.map((name) => `--tender-${name} 1ms allow-discrete`).join(', '))};
}
/* Beside the panel, since it inherits what the page sets. */
.page { position: absolute; visibility: hidden; transition: color 1ms, accent-color 1ms }
/* As high as the form was, so that nothing around it moves; what is shown stands where the shopper looks. */
.screen-area { box-sizing: border-box; display: grid; align-content: start; min-block-size: var(--screen-area-height, 320px); padding-block-start: clamp(8px, (var(--screen-area-height, 320px) - 380px) / 2, 64px) }
/* The sign of an error whose own is in code that could not be loaded. */
.said[role]:first-child::before { content: '!' / ''; inline-size: 56px; margin-block-end: 8px; border-radius: 50%; background: color-mix(in srgb, var(--danger) 12%, var(--background)); color: var(--danger); font: 2em/56px var(--font) }
/* A sentence takes the place of another one, which may have more lines: nothing that stays moves. */
.waiting p { inline-size: 100% }
.screen { animation: appear .18s ease-out; text-align: center }
.screen, .said { display: grid; gap: 8px; justify-items: center }
.screen p { max-inline-size: 26em; color: var(--muted); text-wrap: balance }
.spinner {
  margin: 10px 0 18px; inline-size: 36px; block-size: 36px; border: 3px solid var(--line); border-block-start-color: var(--accent);
  border-radius: 50%; animation: turn .9s linear infinite;
}
/* What appears in the place of the form, or in front, is not pressed by a finger for half a second; keys press it at once. */
:is(.screen, dialog) :is(button, a, summary) { animation: arm .5s }
button:focus-visible { outline: var(--focus-width) solid var(--focus); outline-offset: 2px }
.screen button { inline-size: min(100%, 24em); margin-block-start: 12px }
.main:hover { background-color: color-mix(in srgb, var(--accent) 88%, var(--text)) }
@media (prefers-contrast: more) { .box { --muted: var(--text) } }
@media (forced-colors: active) { button { border: 1px solid } }
:is([data-motion=none], [data-ticked]) .screen { animation: none }
[data-ticked] .said { animation: appear .2s }
@media (prefers-reduced-motion: reduce) { .spinner, [data-paying]::before { animation-duration: 5s !important } .screen { animation: none } }
@keyframes arm { 0%, 99% { pointer-events: none } }
@keyframes appear { from { opacity: 0 } }
@keyframes turn { to { rotate: 1turn } }
`

export const styles = unsafeCSS(css)
