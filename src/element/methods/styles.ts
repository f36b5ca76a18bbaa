const css = `
/* Two beside one another, and three where each has room for its mark: so the place is kept for them. */
.express { position: relative; display: flex; flex-wrap: wrap; gap: 12px }
/* Stacked in the place of tabs or of an accordion, whose code could not be loaded. */
[data-reserved=tabs] .express-kept ~ .express-or { margin-block: 12px 11px }
[data-reserved=accordion] .express-kept { margin-block-end: 4px }
[data-reserved=accordion] .express-kept ~ .express-or { display: none }
.express > * { position: relative; flex: 1 0 clamp(25%, (30em + 1px - 100%) * 999, 40%); min-block-size: var(--button-height) }
.express-code { container-type: inline-size; display: flex; align-items: center; justify-content: center; gap: 8px; padding: 4px 6px; border-color: var(--border); background: none; color: inherit; font-size: 1.0625em; line-height: 1.2 }
.express-name { white-space: nowrap }
/* A sentence in the place of a name: in a narrow button it has several lines, and no padlock; else the padlock is in the first. */
.express-page { display: block; text-wrap: balance }
.express-page svg { vertical-align: middle; margin-inline-end: 4px }
.express-page .express-name { white-space: normal; font-size: .8em }
.express-label { display: none }
@container (max-width: 15em) { .express-page svg { display: none } }
@container (min-width: 15em) { .express-name { display: none } .express-label { display: inline } }
.express-code:hover { background: color-mix(in srgb, var(--text) 6%, var(--background)) }
.express-code svg { flex: none; inline-size: 24px }
.express-busy > :not(.express-paying, [data-paying]) { opacity: .4 }
/* The button that was pressed tells how its payment goes: in white on black, and in black on white. */
.express [data-paying]::before { content: ''; position: absolute; top: calc(50% - 9px); inset-inline-start: 8px; padding: 7px; border: 2px solid #fff; border-top-color: #0000; border-radius: 50%; mix-blend-mode: difference; animation: turn .9s linear infinite }
[data-ticked] .express [data-paying]::before { padding: 6px 3px; border-width: 0 2px 2px 0; border-radius: 0; rotate: 45deg; animation: none }
/* The form is not what pays. */
.above:has(.express [data-paying]) ~ .place { opacity: .5 }
/* In the place of all buttons, since one may be too narrow; a sentence that needs more covers what is below. */
.express-paying { position: absolute; inset: 0 0 auto; box-sizing: border-box; min-block-size: 100%; padding: 0 14px; gap: 10px }
.express-leave { flex: none; max-inline-size: 60%; padding: 4px 12px; border-color: currentColor; background: none; color: inherit }
/* With the button, which has the focus. */
.express + .alert { margin-block-start: 16px; scroll-margin-block-start: calc(var(--button-height) + 24px + var(--covered-above, 0px)) }
/* As high as the button in whose place it is. */
.express-absent { min-block-size: var(--button-height) }
.express-paying { display: flex; align-items: center; justify-content: center; text-wrap: balance; border-radius: var(--button-radius); background-color: color-mix(in srgb, var(--text) 6%, var(--background)); font-size: min(.875em, 18px); line-height: 1.25 }
/* In one line, with a larger font too, for which the place is kept. */
.express-or { display: flex; align-items: center; gap: 12px; margin-block: 16px; min-block-size: 1.5em; white-space: nowrap; color: var(--muted); font-size: min(.875em, 6vw) }
.express-or::before, .express-or::after { content: ''; flex: 1; border-block-start: 1px solid var(--line) }
`

/** The style sheet of the buttons, in addition to the element's own, whose tokens it uses. */
export function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
