/** Adopted beside the frame's own style sheet; an address takes two columns where there is room. */
export const css = `
fieldset.pair { grid-template-columns: repeat(auto-fit, minmax(min(100%, max(160px, 40%)), 1fr)) }
#country-field, #address-field { grid-column: 1 / -1 }
fieldset.pair legend { font-size: 1rem }
select { appearance: auto; padding-inline: 9px }
`
