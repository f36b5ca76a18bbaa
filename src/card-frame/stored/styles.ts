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
  display: flex; align-items: center; gap: 8px; min-height: 56px; margin: 0; padding-block: 6px; font-size: max(16px, 1rem); font-weight: 400;
  cursor: pointer; overflow-wrap: break-word;
}
.option label:has(:disabled) { cursor: default }
.option label:has(:disabled) > :not(span:last-child) { opacity: .6 }
.option label > span:last-child { min-width: 0 }
.option label [dir] { white-space: nowrap }
.option .field { grid-column: 1 / -1; max-width: 240px; margin: 2px 0 14px }
.option .field label { display: block; min-height: 0; padding: 0; margin-block-end: 6px; font-size: .875rem; font-weight: 600 }
.facts { display: block; font-size: .8125rem; color: var(--muted) }
.bad { color: var(--danger) }
.asking { grid-template-columns: minmax(0, 1fr); gap: 8px; padding-block: 12px }
.answers { display: flex; flex-wrap: wrap; gap: 8px }
.consent { display: flex; gap: 12px; margin: 0; font-size: .875rem; font-weight: 400 }
label.consent { align-items: start; padding-block: 12px; margin-block: -8px; cursor: pointer }
[type=radio], [type=checkbox] { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); cursor: inherit }
:is([type=radio], [type=checkbox]):focus { outline-offset: 2px }
:is([type=radio], [type=checkbox]):focus:not(:focus-visible) { outline: none }
.quiet, .quiet:hover, .quiet[aria-disabled=true] { background: none; color: var(--text) }
.quiet { width: auto; min-height: 44px; margin: 0; padding: 6px; font-size: .875rem; font-weight: 500; text-decoration: underline; text-underline-offset: 3px }
.quiet:hover { text-decoration-thickness: 2px }
.quiet[aria-disabled=true] { color: var(--muted) }
.option > .quiet { margin-inline-end: -6px }
/* Over the first card, in the line of the legend. */
.all { position: absolute; inset-block-end: 100%; inset-inline-end: 0; min-width: 44px; margin-block-end: -8px }
.answers .quiet { padding-inline: 16px; border-color: var(--border); text-decoration: none }
.answers .remove:not([aria-disabled=true]) { border-color: var(--danger); color: var(--danger) }
/* Under the card where there is no room beside it. */
@media (max-width: 330px) {
  .option { grid-template-columns: minmax(0, 1fr); padding-inline: 10px }
  .option > .quiet { justify-self: start; margin-block: -10px 4px; margin-inline-start: 24px }
}
`
