/** Adopted beside the frame's own style sheet. */
export const css = `
/* How many cards there are is known with them: the place that was kept for more closes before a shopper types. */
form:has(.stored) { min-height: 0 }
.stored { gap: 0; container-type: inline-size }
/* What shows all cards is in the line of the name, or below it where both have no room in one. */
.stored > legend { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; inline-size: 100% }
.option {
  display: grid; grid-template-columns: minmax(0, 1fr) auto auto; align-items: center; column-gap: 8px; min-height: 60px; padding: 0 13px;
  border: 1px solid var(--border); background: var(--field);
}
.option + .option { border-block-start: 0 }
.option:first-of-type { border-start-start-radius: var(--radius); border-start-end-radius: var(--radius) }
.option:last-of-type { min-height: 52px; border-end-start-radius: var(--radius); border-end-end-radius: var(--radius) }
.option > label {
  display: flex; align-items: center; gap: 0 10px; min-height: 48px; padding-block: 6px; font-size: max(16px, 1rem); font-weight: 400;
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
/* Where there is not even room for the dots, nothing of it is seen. */
.stored-facts .stored-long { clip-path: inset(0 calc(100% - (100% - 1.2em) * 999) 0 0) }
.stored-whole .stored-long { flex: 0 1 auto; white-space: normal }
.option .field { display: contents }
.option .cell { width: max-content; min-width: 9rem; max-width: 13rem; margin-block: 7px }
.option .field > p { grid-area: 2 / 1 / 3 / 4; margin: 0 0 10px }
.stored-facts { font-size: .8125rem; color: var(--muted) }
.stored-bad { color: var(--danger) }
.stored-asking { grid-template-columns: minmax(0, 1fr); gap: 8px; padding-block: 12px }
.stored-answers { display: flex; flex-wrap: wrap; gap: 8px }
/* Where the place that was kept is blank in part, in the middle of it. */
.consent { flex: auto; display: grid; align-content: center; margin: 0; font-size: .875rem; font-weight: 400 }
label.consent { grid-template-columns: auto 1fr; align-items: start; gap: 12px; padding-block: 12px; margin-block: -8px; cursor: pointer }
:is(.option, .consent) :is([type=radio], [type=checkbox]) { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); cursor: inherit }
.consent [type=checkbox] { margin-inline-start: var(--focus-width) }
.stored-quiet, .stored-quiet:hover, .stored-quiet[aria-disabled=true] { background: none; box-shadow: none; color: var(--muted) }
.stored-quiet { width: auto; min-height: 44px; margin: 0; padding: 6px; font-size: .875rem; font-weight: 500; text-decoration: underline; text-underline-offset: 3px }
.stored-quiet:hover { color: var(--text); text-decoration-thickness: 2px }
.option > .stored-quiet { grid-column: 3; margin-inline-end: -6px }
/* As high as its line, though it can be pressed above and below it. */
.stored-all { margin-block: -13px; padding: 12px 0; text-align: start; line-height: 1.4 }
.stored-answers .stored-quiet { padding-inline: 16px; border-color: var(--border); color: var(--text); text-decoration: none }
.stored-answers .stored-remove:not([aria-disabled=true]) { border-color: var(--danger); color: var(--danger) }
/* Where there is little room, for its width or the size of its text, a cross removes a card. */
@container (max-width: 35.99rem) {
  .stored-ask { width: 44px; font-size: 0 }
  .option > .stored-ask { grid-row: 1; margin-inline: -8px -13px; text-decoration: none }
  .stored-ask::before { content: '×'; font-size: 1.375rem; font-weight: 400 }
  .option .cell { width: clamp(8rem, 100cqi - 17.5rem, 13rem); min-width: 0 }
  .option > label { gap: 6px }
  .option .box .badges { display: none }
}
/* And where there is less, the code stands below, as wide as its row: its label has room in every language, and so has the brand. */
@container (max-width: 26.99rem) {
  .option .box .badges { display: flex }
  .option .cell { grid-area: 2 / 1 / 3 / 4; width: auto; max-width: none; margin-block: 0 10px }
  .option .field > p { grid-row: 3 }
}
/* The digits are larger than a phone has room for beside a mark. */
@container (max-width: 13rem) {
  .option > label .badges { display: none }
  .option label [dir] { white-space: normal }
}
`
