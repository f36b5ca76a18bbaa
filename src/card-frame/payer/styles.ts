/** Adopted beside the frame's own style sheet; an address takes two columns where there is room. */
export const css = `
.payer-address { grid-template-columns: repeat(auto-fit, minmax(min(100%, max(10.625rem - 10px, 40%)), 1fr)) }
#country-field, #address-field, #addressLine2-field { grid-column: 1 / -1 }
.payer-address legend { font-size: 1rem; padding-block-start: 8px }
.payer-select { padding-inline-end: 40px; background-repeat: no-repeat; background-image: linear-gradient(to top right, transparent 50%, currentColor 0), linear-gradient(to top left, transparent 50%, currentColor 0); background-position: right 21px top 38%, right 16px top 38%; background-size: 5px 5px }
[dir=rtl] .payer-select { background-position: left 16px top 38%, left 21px top 38% }
@media (forced-colors: active) { .payer-select { appearance: auto } }
`
