/**
 * Adopted beside the frame's own style sheet. The short fields of an address stand in pairs; where the last row is one, each
 * has a lower corner of the box.
 */
export const css = `
:is(#city-field, #postalCode-field, #state-field), :is(#city-field, #postalCode-field, #state-field) .cell { flex-basis: max(7.5rem, 34%) }
.field:not(#city-field, #postalCode-field, #state-field) + :is(#city-field, #postalCode-field, #state-field):has(+ :is(#city-field, #postalCode-field, #state-field):last-child) { --round: 0 0 var(--to) var(--from) }
.field:not(#city-field, #postalCode-field, #state-field) + :is(#city-field, #postalCode-field, #state-field) + :is(#city-field, #postalCode-field, #state-field):last-child { --round: 0 0 var(--from) var(--to) }
#billing { --from: var(--field-radius); --to: 0 }
[dir=rtl] #billing { --from: 0; --to: var(--field-radius) }
#billing legend { font-size: 1rem; padding-block-start: 8px }
.payer-select { padding-inline-end: 40px; background-repeat: no-repeat; background-image: linear-gradient(to top right, transparent 50%, currentColor 0), linear-gradient(to top left, transparent 50%, currentColor 0); background-position: right 21px top 38%, right 16px top 38%; background-size: 5px 5px }
[dir=rtl] .payer-select { background-position: left 16px top 38%, left 21px top 38% }
@media (forced-colors: active) { .payer-select { appearance: auto } }
`
