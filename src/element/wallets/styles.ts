const css = `
.express { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr)); gap: 12px }
.express:is(.kept, .late) { grid: auto / auto-flow minmax(0, 1fr) }
/* Stacked in the place of tabs or of an accordion, whose code could not be loaded. */
[data-reserved=tabs] .kept ~ .or { margin-block: 12px 11px }
[data-reserved=accordion] .kept { margin-block-end: 4px; ~ .or { display: none } }
.express.late { margin-block-start: 16px }
.express.busy { opacity: .5 }
.express > * { min-block-size: var(--button-height); inline-size: 100% }
/* With the button, which has the focus. */
.express + .alert { margin-block-start: 16px; scroll-margin-block-start: calc(var(--button-height) + 24px) }
.apple {
  -webkit-appearance: -apple-pay-button; -apple-pay-button-type: plain; -apple-pay-button-style: black; padding: 0;
}
.apple.dark { -apple-pay-button-style: white }
/* As high as a button, in whose place it is, in two lines at the most. */
.absent { align-content: center; min-block-size: var(--button-height); text-align: center; text-wrap: balance; border-radius: var(--button-radius); background-color: color-mix(in srgb, var(--text) 6%, var(--background)); font-size: min(.875rem, 18px); line-height: 1.25 }
.below .absent { margin-block-start: 16px }
/* A frame without a form has nothing to read. */
[data-form=none] .place { visibility: hidden }
/* In one line, with a larger font too, for which the place is kept. */
.or { display: flex; align-items: center; gap: 12px; margin-block: 16px; min-block-size: 1.3125rem; white-space: nowrap; color: var(--muted); font-size: min(.875rem, 6vw) }
.or::before, .or::after { content: ''; flex: 1; border-block-start: 1px solid var(--line) }
dialog.wallet {
  box-sizing: border-box; inline-size: min(420px, 100vw - 24px); block-size: min(720px, 100dvh - 24px);
  max-inline-size: none; max-block-size: none; padding: 0; border: 0; border-radius: 20px; overflow: hidden;
  background-color: var(--background); box-shadow: 0 24px 64px rgb(0 0 0 / .32);
}
dialog.wallet::backdrop { background: rgb(10 12 18 / .6) }
dialog.wallet iframe { block-size: 100% }
@media (max-width: 599px) {
  dialog.wallet {
    inline-size: 100vw; max-inline-size: 100vw; block-size: min(720px, 92dvh);
    margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0;
  }
}
@media (forced-colors: active) { dialog.wallet { border: 1px solid } }
`

/** The style sheet of the buttons and the sheet, in addition to the element's own, whose tokens it uses. */
export function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
