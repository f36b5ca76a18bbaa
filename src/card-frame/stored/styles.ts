/** Adopted beside the frame's own style sheet. */
export const css = `
.stored { position: relative; gap: 0 }
.option {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; column-gap: 4px; padding: 0 13px;
  border: 1px solid var(--border); background: var(--field);
}
.option + .option { border-block-start: 0 }
.option:first-of-type { border-start-start-radius: var(--radius); border-start-end-radius: var(--radius) }
.option:last-of-type { border-end-start-radius: var(--radius); border-end-end-radius: var(--radius) }
.option label {
  display: flex; align-items: center; gap: 0 8px; min-height: 56px; margin: 0; padding-block: 6px; font-size: max(16px, 1rem); font-weight: 400;
  cursor: pointer; overflow-wrap: break-word;
}
.option label:has(:disabled) { cursor: default }
.option label:has(:disabled) > :not(span:last-child) { opacity: .6 }
.option label [dir] { white-space: nowrap }
.stored-card { flex: 1; min-width: 0 }
/*
 * A row has two lines, whatever its texts are, so that nothing moves when it comes: a label, and then a brand, ends in
 * dots. Nothing is lost by that, with larger text or spaced letters either: the digits and the expiry wrap where they
 * alone are too long, and a row that is pressed shows all.
 */
.stored-title, .stored-facts { display: flex; flex-wrap: wrap; column-gap: .3em }
.stored-long { flex: 1 1 0; max-width: max-content; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.stored-title .stored-long { flex-basis: 3em }
.stored-whole .stored-long { flex: 0 1 auto; white-space: normal }
.option .field { grid-column: 1 / -1; margin: 2px 0 14px }
.option .box { max-width: 15rem }
.option .field label { display: block; min-height: 0; padding: 0; margin-block-end: 6px; font-size: .875rem; font-weight: 600 }
.stored-facts { font-size: .8125rem; color: var(--muted) }
.stored-bad { color: var(--danger) }
.stored-asking { grid-template-columns: minmax(0, 1fr); gap: 8px; padding-block: 12px }
.stored-answers { display: flex; flex-wrap: wrap; gap: 8px }
.consent { display: flex; gap: 12px; margin: 0; font-size: .875rem; font-weight: 400 }
label.consent { align-items: start; padding-block: 12px; margin-block: -8px; cursor: pointer }
:is(.option, .consent) :is([type=radio], [type=checkbox]) { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); cursor: inherit }
:is(.option, .consent) :is([type=radio], [type=checkbox]):focus { outline-offset: 2px }
:is(.option, .consent) :is([type=radio], [type=checkbox]):focus:not(:focus-visible) { outline: none }
.stored-quiet, .stored-quiet:hover, .stored-quiet[aria-disabled=true] { background: none; color: var(--text) }
.stored-quiet { width: auto; min-height: 44px; margin: 0; padding: 6px; font-size: .875rem; font-weight: 500; text-decoration: underline; text-underline-offset: 3px }
.stored-quiet:hover { text-decoration-thickness: 2px }
.stored-quiet[aria-disabled=true] { color: var(--muted) }
.option > .stored-quiet { margin-inline-end: -6px }
/* Over the first card, in the line of the legend. */
.stored-all { position: absolute; inset-block-end: 100%; inset-inline-end: 0; min-width: 44px; margin-block-end: -8px }
.stored-answers .stored-quiet { padding-inline: 16px; border-color: var(--border); text-decoration: none }
.stored-answers .stored-remove:not([aria-disabled=true]) { border-color: var(--danger); color: var(--danger) }
/* Where there is little room, for its width or the size of its text, the facts begin under the brand, and a cross removes a card. */
@media (max-width: 25em) {
  .option label { display: grid; grid-template-columns: auto auto minmax(0, 1fr); align-content: center }
  .stored-card { display: contents }
  .stored-title { grid-column: 3 }
  .stored-facts { grid-column: 2 / 4 }
  .option [name=method] { grid-row: 1 / 3 }
  .stored-ask { width: 44px; font-size: 0 }
  .option > .stored-ask { margin-inline-end: -10px; text-decoration: none }
  .stored-ask::before { content: '×'; font-size: 1.5rem }
}
@media (max-width: 20em) {
  .option { padding-inline: 10px }
  .option > label > .badges { display: none }
  .stored-title { grid-column: 2 / 4 }
}
`
