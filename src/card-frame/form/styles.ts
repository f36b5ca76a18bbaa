import { defaults, themeOf, type Appearance } from '#contract/appearance/appearance.ts'

const properties = (appearance: Appearance): string =>
  Object.entries(themeOf(appearance))
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ')

/**
 * The frame's style sheet, which its document contains; directions are logical, all else comes from the tokens of the
 * theme, each with its default here. Sizes of text follow the shopper's own font size.
 */
export const css = `
*, ::before, ::after { box-sizing: border-box }
:root {
  color-scheme: light;
  ${properties(defaults.light)};
  --muted: color-mix(in srgb, var(--text) 72%, transparent);
  --border: color-mix(in srgb, var(--text) 52%, transparent);
  --field: var(--background); --focus: var(--accent); --focus-width: 2px; --border-width: 1px;
  --field-radius: var(--radius); --button-radius: var(--radius);
  --field-height: 3rem; --button-height: 3.25rem; --field-padding: 13px; --pad: var(--field-padding); --gap: 16px;
  --text-size: max(16px, 1rem); --label-size: .875rem; --error-size: .8125rem; --label-weight: 600; --button-weight: 600;
  --shadow: none;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
  background: var(--background);
  font: 1rem/1.4 var(--font);
  -webkit-text-size-adjust: 100%;
}
:root[data-scheme=dark] {
  color-scheme: dark;
  ${properties(defaults.dark)};
  --field: color-mix(in srgb, var(--text) 7%, var(--background));
}
/* Room for the ring of the focus, which the edge of the document would cut off. */
body { margin: 0; padding: 4px; color: var(--text); display: flow-root }
/* With the place that the page keeps for what may come below the fields, or above them. */
form { display: flex; flex-direction: column; gap: var(--gap); min-height: calc(var(--kept, 0px) - 8px); overflow-wrap: anywhere }
form::before { content: ''; order: 1; margin-block: auto calc(-1 * var(--gap)) }
[data-channel] form::before { order: 0 }
/* Where the place has room for the payer's data, it shows fields until they come. */
@media (min-height: 520px) {
  form:has([type=submit]:disabled)::before {
    --line: calc(26px + var(--field-height));
    flex: 1; background: linear-gradient(transparent 26px, color-mix(in srgb, var(--text) 8%, transparent) 0 var(--line), transparent 0) 0 0 / 100% calc(var(--line) + var(--gap)) space;
  }
}
.end { position: relative; display: grid; gap: var(--gap); order: 1 }
fieldset { display: grid; gap: var(--gap); min-width: 0; margin: 0; padding: 0; border: 0 }
legend { padding: 0; margin-block-end: 8px; font-size: var(--label-size); font-weight: var(--label-weight) }
p { margin: 0 }
.notice { padding: 10px 13px; border-inline-start: 3px solid var(--accent); background: color-mix(in srgb, var(--accent) 9%, transparent); font-size: .875rem }
.note { --tone: var(--accent); padding: 10px 13px; border: 1px solid var(--tone); border-radius: var(--radius); background: color-mix(in srgb, var(--tone) 10%, var(--background)); font-size: .875rem }
/* A message that comes while a payment is under way lies over the fields, and moves nothing. */
[aria-busy=true] .note { position: absolute; inset: auto 0 calc(100% + var(--gap)) }
.note.bad { --tone: var(--danger) }
/* Two columns from 16.25rem of the document on, for which the page keeps the place of the form, and 28.75 with labels that float. */
.pair { display: grid; grid-template: auto auto auto / repeat(auto-fit, minmax(min(100%, 8.125rem - 10px), 1fr)); gap: 0 12px; margin-block-end: calc(-1 * var(--gap)) }
.pair .field { display: grid; grid-template: subgrid / minmax(0, 1fr); grid-row: span 3; align-items: end; padding-block-end: var(--gap) }
.pair .field > p { align-self: start }
.field { position: relative; min-width: 0 }
label { display: block; margin-block-end: 6px; font-size: var(--label-size); font-weight: var(--label-weight) }
.box { position: relative }
[type=text], select {
  display: block; width: 100%; min-height: var(--field-height); margin: 0; padding: 10px var(--pad);
  border: var(--border-width) solid var(--border); border-radius: var(--field-radius); background: var(--field); color: inherit;
  font: inherit; font-size: var(--text-size); font-variant-numeric: tabular-nums; text-overflow: ellipsis; appearance: none;
}
/* Large text is only as large as a number of 16 digits and its brand have room. */
#number { font-size: min(var(--text-size), (100vw - 100px) / 11.4) }
.box:has(svg) input { padding-inline-end: 62px }
.box:has(svg + svg) input { padding-inline-end: 80px }
:is([type=text], select):hover { border-color: var(--text) }
:is([type=text], select):focus { border-color: var(--focus) }
:is(input, select):focus, button:focus-visible { outline: var(--focus-width) solid var(--focus) }
button:focus-visible { outline-offset: 2px }
[aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
[type=text]:read-only { color: var(--muted) }
.badges { flex: none; display: flex; gap: 4px; pointer-events: none; direction: ltr; forced-color-adjust: none }
.box .badges { position: absolute; inset-block: 0; inset-inline-end: 12px; align-items: center }
.badge { width: 38px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.5; color: color-mix(in srgb, var(--text) 62%, transparent) }
.code { color: var(--accent); stroke-linecap: round }
.code path { stroke-dasharray: .1 2 }
.badges:has(svg + svg) .badge { width: 30px; height: 19px }
.hint, .field .error { margin-block-start: 6px }
.hint, .error { font-size: var(--error-size); color: var(--muted) }
.error { display: flex; gap: 6px; color: var(--danger); font-weight: 500 }
.error svg { flex: none; width: 14px; height: 14px; margin-block-start: 2px }
button {
  display: flex; align-items: center; justify-content: center; gap: 10px; width: 100%; min-height: var(--button-height);
  margin-block-start: 4px; padding: 12px 16px; border: 1px solid transparent; border-radius: var(--button-radius);
  background: var(--accent); color: var(--on-accent); box-shadow: var(--shadow);
  font: inherit; font-weight: var(--button-weight); cursor: pointer;
}
/* The page has a button of its own, unless the shopper must press this one. */
[data-button=hidden] form:not(:has(.press)) [type=submit] { display: none }
[data-button=hidden] form:not(:has(.press)) .end { margin-block-start: calc(-1 * var(--gap)) }
[data-button=hidden] form:not(:has(.press)) .note { margin-block-start: var(--gap) }
button svg { flex: none; width: 16px; height: 16px }
button:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)) }
button:disabled { opacity: .75 }
.blank { display: inline-block; width: 4em; height: .7em; border-radius: 4px; background: currentColor; opacity: .35 }
/* The document arrives with another label than the page asks for. */
[data-wording]:not([data-wording='']) .label:has(.blank) { visibility: hidden }
button[aria-disabled=true] { cursor: default; background: var(--accent) }
.spinner { flex: none; width: 18px; height: 18px; border: 2px solid; border-block-start-color: transparent; border-radius: 50% }
.unseen {
  position: absolute; top: 0; left: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
[data-fields=filled] :is([type=text], select) { --field: color-mix(in srgb, var(--text) 7%, var(--background)); border-block-color: transparent var(--border); border-inline-color: transparent; border-end-start-radius: 0; border-end-end-radius: 0 }
[data-fields=underlined] :is([type=text], select) { border-width: 0 0 max(1px, var(--border-width)); border-radius: 0 }
:root[data-fields=underlined] { --pad: 2px; --field: transparent }
/* Text at the edge of its field leaves no room for a ring: the line gets thicker. */
[data-fields=underlined] :is([type=text], select):focus { outline-color: transparent; box-shadow: 0 var(--focus-width) var(--focus) }
:is([data-fields=filled], [data-fields=underlined]) [aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 -1px var(--danger) }
/* A floating label stands in its field until something is typed there; beside the picture it needs a wider column. */
[data-label=floating] .pair { grid-template-columns: repeat(auto-fit, minmax(min(100%, 14.375rem - 10px), 1fr)) }
[data-label=floating] .field:not(.option .field) > label { position: absolute; z-index: 1; inset-block-start: 1px; inset-inline: calc(var(--pad) + 1px) var(--pad); margin: 0; padding-block-start: 7px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: .75rem; font-weight: 500; color: var(--muted); pointer-events: none; line-height: 1.2 }
[data-label=floating] .field:not(.option .field):has(.badges) > label { inset-inline-end: 62px }
[data-label=floating][dir=rtl] .field:not(.option .field):has(.badges) > label { inset-inline: 62px var(--pad) }
[data-label=floating] .field:not(.option .field):has(:placeholder-shown:not(:focus)) > label { inset-block-start: calc(max(3.5rem, var(--field-height)) / 2); padding: 0; translate: 0 -50%; white-space: normal; font-size: var(--text-size); font-weight: 400 }
[data-label=floating] .field:not(.option .field) :is([type=text], select) { min-height: max(3.5rem, var(--field-height)); padding-block: 22px 6px }
[data-label=floating][dir=rtl] .field:not(.option .field) [dir=ltr] input { padding-inline-end: var(--pad) }
@media (prefers-reduced-motion: no-preference) {
  :root:not([data-motion=none]) :is(input, select, button) { transition: border-color .12s, background-color .12s, outline-color .12s }
  :root:not([data-motion=none]) label { transition: inset .12s, padding .12s, translate .12s, font-size .12s }
  .spinner { animation: turn .8s linear infinite }
}
/* A number of 16 digits fits where there is little room, also with the letters spaced out: its brand stands over it. */
@media (max-width: 300px) {
  :root:not([data-fields=underlined]) { --pad: min(10px, var(--field-padding)) }
  .box .badges { inset-block: auto 100%; inset-inline-end: 0; margin-block-end: 6px }
  #cvc-field .badges { display: none }
  [dir=rtl] .box .badges { inset-inline: 0 auto }
  .box:has(svg) input { padding-inline-end: 10px }
  #number { font-size: min(var(--text-size), (100vw - 32px) / 11.4) }
  [data-label=floating] .box .badges { inset-block: 6px auto; inset-inline: auto 8px }
}
@media (max-width: 260px) { #number { padding-inline: 6px; font-size: min(var(--text-size), (100vw - 20px) / 14.5) } }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-contrast: more) { :root { --muted: var(--text); --border: var(--text); } }
@media (forced-colors: active) {
  :is(input, select):focus { outline-color: Highlight }
  [aria-invalid=true] { border-width: 3px }
  button { border-color: ButtonText }
}
`
