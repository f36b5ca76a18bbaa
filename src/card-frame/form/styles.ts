import { defaults, themeOf, type Appearance } from '#contract/appearance.ts'

const properties = (appearance: Appearance): string =>
  Object.entries(themeOf(appearance))
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ')

/** The frame's style sheet, which its document contains; directions are logical, colours come from custom properties. */
export const css = `
*, ::before, ::after { box-sizing: border-box }
:root {
  color-scheme: light;
  ${properties(defaults.light)}; --danger: #b3261e; --field: #fff;
  --muted: color-mix(in srgb, var(--text) 72%, transparent);
  --line: color-mix(in srgb, var(--text) 52%, transparent);
  background: var(--background);
  font: 16px/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
  -webkit-text-size-adjust: 100%;
}
:root[data-scheme=dark] {
  color-scheme: dark;
  ${properties(defaults.dark)}; --danger: #ffb3ab;
  --field: color-mix(in srgb, var(--text) 7%, transparent);
}
body { margin: 0; padding: 4px; color: var(--text); display: flow-root }
form { display: grid; gap: 16px; min-width: 0; overflow-wrap: anywhere }
fieldset { display: grid; gap: 16px; min-width: 0; margin: 0; padding: 0; border: 0 }
legend { padding: 0; margin-block-end: 8px; font-size: 14px; font-weight: 600 }
p { margin: 0 }
.notice { padding: 10px 13px; border-inline-start: 3px solid var(--accent); background: color-mix(in srgb, var(--accent) 9%, transparent); font-size: 14px }
.note { --tone: var(--accent); padding: 10px 13px; border-radius: var(--radius); background: color-mix(in srgb, var(--tone) 10%, transparent); font-size: 14px }
.note.bad { --tone: var(--danger) }
.pair { display: grid; grid-template: auto auto auto / repeat(auto-fit, minmax(min(100%, 120px), 1fr)); gap: 0 12px; margin-block-end: -16px }
.pair .field { display: grid; grid-template: subgrid / minmax(0, 1fr); grid-row: span 3; align-items: end; padding-block-end: 16px }
.pair .field > p { align-self: start }
.field { min-width: 0 }
label { display: block; margin-block-end: 6px; font-size: 14px; font-weight: 600 }
.box { position: relative }
[type=text], select {
  display: block; width: 100%; min-height: 48px; margin: 0; padding: 10px 13px;
  border: 1px solid var(--line); border-radius: var(--radius); background: var(--field); color: inherit;
  font: inherit; font-size: 16px; font-variant-numeric: tabular-nums; text-overflow: ellipsis; appearance: none;
}
.box:has(svg) input { padding-inline-end: 62px }
.box:has(svg + svg) input { padding-inline-end: 80px }
:is([type=text], select):hover { border-color: var(--text) }
:is([type=text], select):focus { border-color: var(--accent) }
:is(input, select):focus, button:focus-visible { outline: 2px solid var(--accent) }
button:focus-visible { outline-offset: 2px }
[aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
[type=text]:read-only { color: var(--muted) }
.badges { flex: none; display: flex; gap: 4px; pointer-events: none; direction: ltr; forced-color-adjust: none }
.box .badges { position: absolute; inset-block: 0; inset-inline-end: 12px; align-items: center }
.badge { width: 38px; height: 24px }
.badges:has(svg + svg) .badge { width: 30px; height: 19px }
.hint, .field .error { margin-block-start: 6px }
.hint, .error { font-size: 13px; color: var(--muted) }
.error { display: flex; gap: 6px; color: var(--danger); font-weight: 500 }
.error svg { flex: none; width: 14px; height: 14px; margin-block-start: 2px }
button {
  display: flex; align-items: center; justify-content: center; gap: 10px; width: 100%; min-height: 52px;
  margin-block-start: 4px; padding: 12px 16px; border: 1px solid transparent; border-radius: var(--radius);
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
}
button svg { flex: none; width: 16px; height: 16px }
button:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)) }
button:disabled { opacity: .75 }
.blank { display: inline-block; width: 4em; height: .7em; border-radius: 4px; background: currentColor; opacity: .35 }
button[aria-disabled=true] { cursor: default; background: var(--accent) }
.spinner { flex: none; width: 18px; height: 18px; border: 2px solid; border-block-start-color: transparent; border-radius: 50% }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (prefers-reduced-motion: no-preference) {
  input, select, button { transition: border-color .12s, background-color .12s, outline-color .12s }
  .spinner { animation: turn .8s linear infinite }
}
/* A number of 16 digits fits where there is little room, also with the letters spaced out: its brand stands over it. */
@media (max-width: 330px) {
  [type=text], select { padding-inline: 10px }
  .box .badges { inset-block: auto 100%; inset-inline-end: 0; margin-block-end: 6px }
  [dir=rtl] .box .badges { inset-inline: 0 auto }
  .box:has(svg) input { padding-inline-end: 10px }
}
@media (max-width: 230px) { #number { padding-inline: 6px; font-size: 13.5px } }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-contrast: more) { :root { --muted: var(--text); --line: var(--text); } }
@media (forced-colors: active) {
  :is(input, select):focus { outline-color: Highlight }
  [aria-invalid=true] { border-width: 3px }
  button { border-color: ButtonText }
}
`
