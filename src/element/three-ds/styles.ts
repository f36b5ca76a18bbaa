const css = `
.screen .reference { font-size: .875rem }
.badge {
  --tone: var(--muted);
  display: grid; place-items: center; inline-size: 56px; block-size: 56px; margin-block-end: 8px; border-radius: 50%;
  color: var(--tone); background: color-mix(in srgb, var(--tone) 12%, var(--background)); animation: rise .25s ease-out;
}
.badge svg {
  inline-size: 30px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
}
.good { --tone: var(--success) }
.bad { --tone: var(--danger) }
dialog {
  box-sizing: border-box; inline-size: min(600px, 100vw - 48px); block-size: min(760px, 80vh);
  max-inline-size: none; max-block-size: none; padding: 0; border: 0; border-radius: max(var(--radius), 4px);
  background-color: var(--background); color: inherit; box-shadow: 0 24px 64px rgb(0 0 0 / .32);
  overflow: hidden; overscroll-behavior: contain;
}
dialog[open] { display: flex; flex-direction: column; animation: rise .2s ease-out }
dialog::backdrop { background: rgb(10 12 18 / .6) }
header { padding: 18px 20px 14px }
header h2 { font-size: 1.125rem }
header p { color: var(--muted); font-size: .9375rem }
/* Banks draw for a light page. */
.stage {
  flex: 1; min-block-size: 0; overflow: auto; border-block: 1px solid var(--line); background: #fff; color-scheme: light;
}
.bank { block-size: 100%; min-block-size: 320px; min-inline-size: 250px }
footer { display: flex; justify-content: space-between; gap: 4px 16px; padding: 8px }
footer button { padding: 8px 12px; font-size: .875rem }
.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)) }
.plain { background: none; color: inherit; font-weight: 500 }
.plain:hover { text-decoration: underline }
@media (max-width: 599px) {
  dialog { inline-size: 100vw; block-size: 100dvh; border-radius: 0 }
  footer { flex-direction: column; gap: 0 }
  header { padding: 12px 20px 10px }
}
@media (max-height: 480px) { header p { display: none } }
@media (forced-colors: active) { dialog, .badge { border: 1px solid } }
@media (prefers-reduced-motion: reduce) { dialog[open], .badge { animation: none } }
@keyframes rise { from { opacity: 0; transform: translateY(6px) } }
`

/** The dialog's style sheet, in addition to the element's own, whose tokens it uses. */
export function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
