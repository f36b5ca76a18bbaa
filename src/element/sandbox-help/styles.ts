const css = `
.help { margin-block-start: 16px; border-block-start: 1px solid var(--line); font-size: .875em }
.help summary { min-block-size: 44px; align-content: center; color: var(--muted); cursor: pointer }
.help :focus-visible { outline: max(2px, var(--focus-width)) solid var(--focus); outline-offset: 2px }
.help iframe { block-size: 420px; border: 1px solid var(--line); border-radius: var(--radius) }
.help h3 { margin: 16px 0 8px; font-size: 1em }
.help ol { max-block-size: 200px; margin: 0 0 8px; padding: 0; overflow: auto; list-style: none }
.help button {
  min-block-size: 44px; margin-inline-end: 8px; padding: 0 16px; border: 1px solid var(--border);
  border-radius: var(--button-radius); background: none; color: inherit; font: inherit; cursor: pointer;
}
`

let made: CSSStyleSheet | undefined

/** The sheet of the help; one serves every checkout of the page. */
export function sheet(): CSSStyleSheet {
  if (!made) {
    made = new CSSStyleSheet()
    made.replaceSync(css)
  }
  return made
}
