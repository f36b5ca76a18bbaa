import { defaults, themeOf, type Appearance } from '#contract/appearance/appearance.ts'

const properties = (appearance: Appearance): string =>
  Object.entries(themeOf(appearance))
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ')

/** What has the border of a field: all of it, or only what is typed into, where its label stands above. */
const edge = ':is(:root:not([data-label=above]) .cell, [data-label=above] .box)'

/** A field of which the shopper sees its label only, floating in the place of what is typed. */
const floats = '[data-label=floating] .cell:has(:placeholder-shown:not(:focus))'

/**
 * The frame's style sheet, which its document contains; directions are logical, all else comes from the tokens of the
 * theme, each with its default here. Sizes of text follow the shopper's own font size.
 */
export const css = `
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
:root {
  color-scheme: light;
  ${properties(defaults.light)};
  --muted: color-mix(in srgb, var(--text) 72%, transparent);
  --border: color-mix(in srgb, var(--text) 52%, var(--background));
  --field: var(--background); --focus: var(--accent); --focus-width: 2px; --border-width: 1px;
  --field-radius: var(--radius); --button-radius: var(--radius);
  --field-height: 3rem; --button-height: 3.25rem; --field-padding: 13px; --pad: var(--field-padding); --gap: 16px;
  --text-size: max(16px, 1rem); --label-size: .75rem; --error-size: .8125rem; --label-weight: 500; --button-weight: 600;
  --shadow: none;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
  background: var(--background);
  font: 1rem/1.4 var(--font);
  -webkit-text-size-adjust: 100%;
}
:root[data-label=above] { --label-size: .875rem; --label-weight: 600 }
:root[data-scheme=dark] {
  color-scheme: dark;
  ${properties(defaults.dark)};
  --field: color-mix(in srgb, var(--text) 7%, var(--background));
}
:root[data-ground=none] { background: none }
/* Rings are drawn inside of what they surround, so that all begins at the edge of the document, as the page around it. */
body { margin: 0; padding-block-end: 4px; color: var(--text); display: flow-root }
/* With the place that the page keeps for what may come below the fields, or above them. */
form { display: flex; flex-direction: column; gap: var(--gap); min-height: calc(var(--kept, 0px) - 4px); overflow-wrap: anywhere }
form::before { content: ''; order: 1; margin-block: auto calc(-1 * var(--gap)) }
[data-channel] form::before { order: 0 }
/* Where the place has room for the payer's data, it shows fields until they come. */
@media (min-height: 420px) {
  form:has([type=submit]:disabled)::before {
    --line: max(3.5rem, var(--field-height));
    flex: 1; background: linear-gradient(color-mix(in srgb, var(--text) 8%, transparent) calc(100% - 3px), transparent 0) 0 0 / 100% var(--line) space;
  }
}
.end { display: grid; gap: var(--gap); order: 1 }
fieldset { display: grid; gap: var(--gap); min-width: 0; margin: 0; padding: 0; border: 0 }
legend { padding: 0; margin-block-end: 8px; font-size: .875rem; font-weight: 600 }
p { margin: 0 }
.notice { padding: 10px 13px; border-inline-start: 3px solid var(--accent); background: color-mix(in srgb, var(--accent) 9%, transparent); font-size: .875rem }
.note { --tone: var(--accent); padding: 10px 13px; border: 1px solid var(--tone); border-radius: var(--radius); background: color-mix(in srgb, var(--tone) 10%, var(--background)); font-size: .875rem }
.note.bad { --tone: var(--danger) }
/* A message that comes while a payment is under way takes the words of the button, and moves nothing. */
:root:not([data-button=hidden]) [aria-busy=true] .note {
  grid-area: 1/1; z-index: 1; align-self: center; margin-inline: 46px 16px; padding: 0; border: 0; background: none; color: var(--on-accent); line-height: 1.25
}
[aria-busy=true] button { grid-area: 1/1 }
[aria-busy=true] .note:not([hidden]) + button { justify-content: start }
[aria-busy=true] .note:not([hidden]) + button .label { opacity: 0 }
/* The fields of a card are the rows of one box; borders that meet lie over one another. Below it stands what is wrong first. */
.group { display: flex; flex-wrap: wrap; isolation: isolate; padding-block-end: var(--border-width); padding-inline-end: var(--border-width); --round: 0 }
.group .field { display: contents }
.group .cell { flex: 1 1 100%; margin-block-end: calc(-1 * var(--border-width)); margin-inline-end: calc(-1 * var(--border-width)) }
:is(#expiry-field, #cvc-field) .cell { flex-basis: 7.5rem }
.group .field:first-child { --round: var(--field-radius) var(--field-radius) 0 0 }
.group .field:last-child { --round: 0 0 var(--field-radius) var(--field-radius) }
.group p { order: 1; flex-basis: 100% }
:root:not([data-fields=separate]) :is(.group .wrong ~ .field p, .group:has(.wrong) .kept) { display: none }
.kept { visibility: hidden }
.wrong .cell { z-index: 1 }
.cell:focus-within { z-index: 2 }
[data-fields=separate] .group { gap: var(--gap) 12px; padding: 0 }
[data-fields=separate] .group .field { display: block; flex: 1 1 100% }
[data-fields=separate] .group :is(#expiry-field, #cvc-field) { flex-basis: calc(7.5rem - 6px) }
[data-fields=separate] .group .cell { margin: 0; --round: var(--field-radius) }
.field { position: relative; min-width: 0 }
.field > p { margin-block-start: 6px }
.cell { display: flex; flex-direction: column; min-width: 0 }
label { font-size: var(--label-size); font-weight: var(--label-weight) }
.cell > label { flex: 1; padding: 7px 4px 0; padding-inline-start: var(--pad); color: var(--muted); line-height: 1.3; cursor: text }
[data-label=above] .cell > label { padding: 0 0 6px; color: inherit; line-height: 1.4; cursor: auto }
/* What is wrong is told apart by its sign too, not by the colour alone: behind its label, which ends in dots where both have no room. */
.wrong label { display: flex; align-items: start; gap: 6px }
.wrong label::after { content: '!'; content: '!' / ''; flex: none; inline-size: 1.2em; border-radius: 50%; background: var(--danger); color: var(--background); text-align: center; font-weight: 700; line-height: 1.2 }
:root:not([data-label=above]) .wrong label span { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
${edge} { position: relative; border: var(--border-width) solid var(--border); border-radius: var(--round, var(--field-radius)); background: var(--field) }
:root:not([data-label=above]) .cell { min-height: max(3.5rem, var(--field-height)) }
${edge}:hover { border-color: var(--text) }
.wrong ${edge} { --focus: var(--danger); border-color: var(--danger) }
/* A ring is always wider than the border of what is wrong, and lies on the field, against which it can be seen. */
${edge}:focus-within { --ring: max(var(--focus-width), var(--border-width) + 1px); outline: var(--ring) solid var(--focus); outline-offset: calc(-1 * var(--ring)) }
[type=text], select {
  display: block; width: 100%; margin: 0; padding: 1px var(--pad) 8px; border: 0; outline: 0; background: none; color: inherit; scroll-margin: 3rem 0;
  font: inherit; font-size: var(--text-size); font-variant-numeric: tabular-nums; text-overflow: ellipsis; appearance: none;
}
[data-label=above] :is([type=text], select) { min-height: calc(var(--field-height) - 2 * var(--border-width)); padding-block: 10px }
::placeholder { color: var(--muted); opacity: 1 }
/* The browser would colour only the part of a field that it has filled in. */
.cell:has(:autofill) { --field: color-mix(in srgb, var(--accent) 9%, var(--background)) }
:autofill { box-shadow: inset 0 0 0 9rem var(--field); -webkit-text-fill-color: var(--text) }
/* Large text is only as large as a number of 16 digits and its brand have room. */
#number { font-size: min(var(--text-size), (100vw - 100px) / 11.4) }
.box:has(svg) input { padding-inline-end: 62px }
.box:has(svg + svg) input { padding-inline-end: 80px }
[dir=rtl] [dir=ltr] input { text-align: right }
[dir=rtl] .box:has(svg) input { padding-inline: 62px var(--pad) }
:is([type=radio], [type=checkbox]):focus-visible { outline: var(--focus-width) solid var(--focus); outline-offset: 0 }
button:focus-visible { outline: var(--focus-width) solid var(--focus); outline-offset: -3px }
[type=submit]:focus-visible { outline-color: var(--on-accent); outline-offset: -6px }
[type=text]:read-only { color: var(--muted) }
.badges { flex: none; display: flex; gap: 4px; pointer-events: none; direction: ltr; forced-color-adjust: none }
.box .badges { position: absolute; inset-block: 0; inset-inline-end: 12px; align-items: center }
[dir=rtl] .box .badges { inset-inline: 12px auto }
/* Below the label, which has no room beside it. */
:root:not([data-label=above]) #cvc-field .badges { inset-block-start: auto; padding-block-end: 8px }
#cvc-field .badge { width: 32px; height: 20px }
/* The marks of brands that the shop accepts, until the number's own is known. */
.marks { opacity: .6 }
.marks svg { width: 111px; height: 16px }
.gone { opacity: 0 }
#number-field label { padding-inline-end: 130px }
.badge { width: 38px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.5; color: color-mix(in srgb, var(--text) 62%, transparent) }
.code { color: var(--accent); stroke-linecap: round }
.code path { stroke-dasharray: .1 2 }
.badges:has(svg + svg) .badge { width: 30px; height: 19px }
.hint, .error { font-size: var(--error-size); color: var(--muted) }
.error { color: var(--danger); font-weight: 500 }
button {
  display: flex; align-items: center; justify-content: center; gap: 10px; width: 100%; min-height: var(--button-height); margin: 0;
  padding: 12px 16px; border: 1px solid transparent; border-radius: var(--button-radius);
  background: var(--accent); color: var(--on-accent); box-shadow: var(--shadow);
  font: inherit; font-weight: var(--button-weight); cursor: pointer;
}
/* The page has a button of its own, unless the shopper must press this one. */
[data-button=hidden] form:not(:has(.press)) [type=submit] { display: none }
[data-button=hidden] form:not(:has(.press)) .end { margin-block-start: calc(-1 * var(--gap)) }
[data-button=hidden] form:not(:has(.press)) .note { margin-block-start: var(--gap) }
button svg { flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6 }
#tick { width: 32px; height: 32px; margin: -8px; stroke-width: 1.25; stroke-dasharray: 1 }
form:has(#tick) > :not(.end) { opacity: .45 }
button:has(#tick) { outline: 0 }
button:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)) }
/* What appears under a finger is not pressed by it for half a second; the pay button has its own guard. */
[type=button] { animation: arm .5s }
button:disabled { opacity: .75 }
.blank { display: inline-block; width: 4em; height: .7em; border-radius: 4px; background: currentColor; opacity: .35 }
/* The document arrives with another label than the page asks for. */
[data-wording]:not([data-wording='']) .label:has(.blank) { visibility: hidden }
button[aria-disabled=true] { cursor: default; background: var(--accent) }
.spinner { flex: none; width: 18px; height: 18px; border: 2px solid; border-block-start-color: transparent; border-radius: 50% }
.unseen {
  position: absolute; top: 0; left: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
[data-fields=filled] { --field: color-mix(in srgb, var(--text) 7%, var(--background)) }
[data-fields=filled]:not([data-label=above]) .cell:not(:focus-within) { border-inline-color: transparent; border-block-start-color: transparent }
[data-fields=filled]:not([data-label=above]) .cell { background-clip: padding-box; border-end-start-radius: 0; border-end-end-radius: 0 }
[data-fields=underlined]:not([data-label=above]) .cell { border-width: 0 0 max(1px, var(--border-width)); border-radius: 0 }
:root[data-fields=underlined] { --pad: 2px; --field: transparent }
/* Text at the edge of its field leaves no room for a ring: the line gets thicker. */
[data-fields=underlined]:not([data-label=above]) .cell:focus-within { outline-color: transparent; box-shadow: inset 0 calc(-1 * var(--focus-width)) var(--focus) }
/* A floating label stands in its field until something is typed there. */
[data-label=floating] .cell > label { max-inline-size: 84%; transform-origin: 0 50% }
[data-label=floating][dir=rtl] .cell > label { transform-origin: 100% 50% }
${floats} > label { transform: translateY(.7rem) scale(1.19) }
${floats} .badges:not(.marks) { opacity: 0 }
${floats} ::placeholder { opacity: 0 }
@media (prefers-reduced-motion: no-preference) {
  :root:not([data-motion=none]) :is(.cell, .box, button) { transition: border-color .12s, background-color .12s }
  :root:not([data-motion=none]) :is(.cell > label, .badges) { transition: transform .12s, opacity .12s }
  :root:not([data-motion=none]) .marks + .badges { animation: appear .12s }
  :root:not([data-motion=none]) #tick { animation: draw .18s ease-out }
  :root:not([data-motion=none]) button:has(#tick) { animation: close .2s cubic-bezier(.2, .8, .2, 1) .16s both }
  .spinner { animation: turn .8s linear infinite }
}
/* A number of 16 digits fits where there is little room, also with the letters spaced out: its brand stands beside the label. */
@media (max-width: 300px) {
  :root:not([data-fields=underlined]) { --pad: min(10px, var(--field-padding)) }
  .box .badges { inset-block: 6px auto; inset-inline-end: 8px }
  :is(#cvc-field .badges, .marks) { display: none }
  #number-field label { padding-inline-end: 50px }
  [dir=rtl] .box .badges { inset-inline: 8px auto }
  .box:has(svg) input { padding-inline-end: 10px }
  [dir=rtl] .box:has(svg) input { padding-inline: 10px }
  #number { font-size: min(var(--text-size), (100vw - 32px) / 11.4) }
}
@media (max-width: 260px) { #number { padding-inline: 6px; font-size: min(var(--text-size), (100vw - 20px) / 14.5) } }
@keyframes arm { 0%, 99% { pointer-events: none } }
@keyframes appear { from { opacity: 0 } }
@keyframes draw { from { stroke-dashoffset: 1 } }
/* A disc, as that of the result, which takes its place. */
@keyframes close { from { clip-path: inset(0 round var(--button-radius)) } to { clip-path: inset(0 calc(50% - var(--button-height) / 2) round 99px) } }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-contrast: more) { :root { --muted: var(--text); --border: var(--text); } }
@media (forced-colors: active) {
  ${edge}:focus-within { outline: 4px solid Highlight; outline-offset: -4px }
  .wrong ${edge}:not(:focus-within) { outline: 2px solid; outline-offset: -2px }
  .wrong label::after { border: 1px solid }
  button { border-color: ButtonText }
}
`
