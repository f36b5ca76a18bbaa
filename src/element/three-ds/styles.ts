const css = `
.receipt { box-sizing: border-box; inline-size: 100%; margin: 12px 0 0; border-block-start: 1px solid var(--line); font-size: .875em; line-height: 1.4 }
.receipt div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding-block: 8px; border-block-end: 1px solid var(--line) }
.receipt dt { color: var(--muted) }
/* At the end of its line, also where it has one of its own. */
.receipt dd { margin: 0; margin-inline-start: auto; font-weight: 500; font-variant-numeric: tabular-nums; text-align: end }
.badge {
  --tone: var(--muted);
  display: grid; place-items: center; inline-size: 56px; block-size: 56px; margin-block-end: 8px; border-radius: 50%;
  color: var(--tone); background: color-mix(in srgb, var(--tone) 12%, var(--background)); animation: rise .25s ease-out;
}
.badge svg {
  inline-size: 32px; fill: none; stroke: currentColor; stroke-width: 1.875; stroke-linecap: round; stroke-linejoin: round;
}
.box:not([data-ticked]) .badge-good path { stroke-dasharray: 50; animation: draw .28s ease-out }
/* The tick is drawn already, on the button from which the disc comes; the words appear beside it. */
.box[data-ticked] .badge { animation: travel .26s cubic-bezier(.2, .8, .2, 1) }
.box[data-ticked] .receipt { animation: appear .2s }
.badge-good { --tone: var(--success) }
.badge-bad { --tone: var(--danger) }
.bank-dialog {
  box-sizing: border-box; inline-size: min(600px, 100vw - 48px); block-size: min(760px, 80vh);
  max-inline-size: none; max-block-size: none; padding: 0; border: 0; border-radius: max(var(--radius), 4px);
  background-color: var(--background); color: inherit; box-shadow: 0 24px 64px rgb(0 0 0 / .32);
  overflow: hidden; overscroll-behavior: contain;
}
.bank-dialog[open] { display: flex; flex-direction: column; animation: rise .2s ease-out }
.bank-dialog::backdrop { background: rgb(10 12 18 / .6) }
.bank-dialog header { display: grid; grid-template-columns: 1fr auto auto; align-items: start; gap: 0 12px; padding: 8px 4px; padding-inline-start: 20px; font-size: .875em; line-height: 1.25 }
.bank-dialog h2 { grid-column: 1 / 3; align-self: end; font-size: calc(1em / .875) }
.bank-sum, .bank-time { color: var(--muted) }
.bank-sum bdi { display: inline-block; margin-inline-end: 8px }
.bank-sum bdi:first-child { font-weight: 600 }
.bank-time { font-variant-numeric: tabular-nums }
.bank-close { grid-area: 1 / 3 / 3; align-self: center; display: grid; place-items: center; inline-size: 44px; block-size: 44px; padding: 0; background: none; color: inherit }
.bank-close:hover { background: color-mix(in srgb, var(--text) 8%, transparent) }
.bank-close:focus-visible { outline-offset: -2px }
.bank-close svg { inline-size: 24px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round }
/* Banks draw for a light page. */
.bank-page {
  position: relative; flex: 1; min-block-size: 0; overflow: auto; border-block-start: 1px solid var(--line); background: #fff; color-scheme: light;
}
/* Over the bank's last page, until its answer is there. */
.bank-veil { position: absolute; inset: 0; z-index: 1; background: rgb(255 255 255 / .7) }
/* Behind the frame, which is transparent until the bank's page is there: the words, and lines of a page to come. */
.bank-wait { position: absolute; inset: 0; padding: 24px 24px 0; color: #595959; text-align: center }
.bank-wait::before, .bank-wait::after { content: ''; position: absolute; inset: 72px 15% auto; block-size: 12px; border-radius: 6px; background: #ebebeb; box-shadow: 0 28px #ebebeb }
.bank-wait::after { inset-block-start: 140px; block-size: 44px; box-shadow: none }
.bank-frame { position: relative; block-size: 100%; min-block-size: 320px; min-inline-size: 250px }
.bank-dialog .alert { margin: 0; border-radius: 0 }
.bank-dialog footer { display: grid; padding: 8px 16px; border-block-start: 1px solid var(--line) }
.bank-plain { background: none; color: inherit; font-weight: 500; text-decoration: underline; text-underline-offset: 3px }
@media (max-width: 599px) {
  .bank-dialog { inline-size: 100vw; block-size: 100dvh; border-radius: 0 }
  .bank-dialog header { padding-inline-start: 16px }
}
/* Browsers leave out the background that the words of a dark page stand on. */
@media print { .box:has(.receipt) { --text: #000 !important; --background: #fff !important } }
@media (forced-colors: active) { .bank-dialog, .badge { border: 1px solid } }
@media (prefers-reduced-motion: reduce) { .bank-dialog, .badge, .badge path { animation: none !important } }
[data-motion=none] :is(.bank-dialog, .badge, .badge path) { animation: none !important }
@keyframes draw { from { stroke-dashoffset: 50 } }
@keyframes travel { from { translate: var(--from); background-color: var(--accent); color: var(--on-accent, var(--background)) } }
@keyframes rise { from { opacity: 0; transform: translateY(6px) } }
`

/** The dialog's style sheet, in addition to the element's own, whose tokens it uses. */
export function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
