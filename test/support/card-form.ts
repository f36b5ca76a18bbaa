import type { CardForm } from '#proxy/static-files/documents.ts'
import { locales } from '#texts/locales.ts'

/** A form of the card's document, as short as can be, in every locale. */
export const cardForm: CardForm = {
  style: 'form { display: grid }',
  locales: Object.fromEntries(
    [...locales.keys()].map((tag) => [tag, { title: `Card ${tag}`, markup: '<form></form>' }]),
  ),
  marks: {
    visa: '<path d="V"/>',
    mir: '<path d="M"/>',
    jcb: '<path d="J"/>',
    humo: '<path d="H"/>',
    uatp: '<path d="U"/>',
  },
}
