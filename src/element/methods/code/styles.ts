const css = `
.code-area { padding-block-start: 8px }
.code-sum { font-size: 1.375em; font-weight: 600; line-height: 1.3 }
.code-problem { margin-block: 8px 0; text-align: start }
.code-scan { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 12px 28px; inline-size: 100%; margin-block: 8px }
/* White around the code is its own; its modules have sharp edges at any size. */
.code-qr { display: block; flex: none; box-sizing: border-box; inline-size: min(240px, 100%); aspect-ratio: 1; border: 1px solid var(--line); border-radius: min(var(--radius), 12px); forced-color-adjust: none; image-rendering: pixelated }
.code-steps { max-inline-size: 100%; box-sizing: border-box; margin: 0; padding-inline-start: 1.6em; text-align: start; line-height: 1.4 }
.code-steps li { padding-inline-start: 4px }
.code-steps li + li { margin-block-start: 8px }
.code-steps li::marker { color: var(--accent); font-weight: 600; font-variant-numeric: tabular-nums }
.code-time { font-variant-numeric: tabular-nums; font-size: .875em }
.code-mark { inline-size: 40px }
.code-link { padding: 10px 12px; font-size: .875em; color: inherit; text-decoration: underline; text-underline-offset: 3px }
.code-app {
  display: grid; align-items: center; box-sizing: border-box; inline-size: min(100%, 24em); min-block-size: var(--button-height); margin-block-start: 12px; padding: 10px 20px; border: 1px solid transparent; border-radius: var(--button-radius);
  background-color: var(--accent); color: var(--on-accent, var(--background)); box-shadow: var(--shadow); font-weight: var(--button-weight); text-decoration: none;
}
.code-app:hover { background-color: color-mix(in srgb, var(--accent) 88%, var(--text)) }
.code-link:hover { color: color-mix(in srgb, var(--text), var(--accent)) }
.code-app:focus-visible, .code-link:focus-visible, .code-other :focus-visible { outline: var(--focus-width) solid var(--focus); outline-offset: 2px }
.code-other { inline-size: min(100%, 24em) }
.code-other summary { box-sizing: border-box; min-block-size: 44px; padding-block: 10px; cursor: pointer; font-weight: 500 }
.code-other .code-qr { margin: 4px auto 0 }
@media (forced-colors: active) { .code-app { border-color: LinkText } }
@media print { .code-app { display: none } }
`

/** The style sheet of the code's screens, in addition to the element's own, whose tokens it uses. */
export function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
