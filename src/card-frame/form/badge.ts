import type { Brand, Mark } from '../card/brand.ts'
import { h, type VNode } from '../vdom/h.ts'

/** Draws the mark of a brand, once it is there: the code is loaded after the form. */
export type Drawing = (mark: Mark) => readonly VNode[] | undefined

/** The brands of a card as small pictures, hidden from screen readers; their names are in text elsewhere. */
export const badges = (brand: Mark & { readonly also?: Mark | undefined }, drawing: Drawing | undefined): VNode =>
  h(
    'span',
    { class: 'badges' },
    [brand, brand.also].map(
      (one) => one && picture((one.name && drawing?.(one)) || [front, h('path', { d: STRIPES })]),
    ),
  )

/** The marks of brands that the shop accepts, which the document has; they fade as that of the number comes. */
export const marks = (isOpen: boolean): VNode =>
  h(
    'span',
    { id: 'marks', class: isOpen ? 'badges marks' : 'badges marks gone' },
    h('svg', { 'aria-hidden': 'true' }, h('use', { href: '#drawn' })),
  )

/** Where the security code stands: on the back, or on the front of a card whose code has four digits. */
export const codePlace = ({ code: [least] }: Brand): VNode =>
  h(
    'span',
    { class: 'badges' },
    picture([
      front,
      ...(least > 3
        ? [h('path', { d: 'M8 12.5h5v4H8z' }), code(7, 'M23 7h7')]
        : [h('path', { d: BAND }), code(15, 'M24 15h5')]),
    ]),
  )

const picture = (drawn: readonly VNode[]): VNode =>
  h('svg', { class: 'badge', viewBox: '0 0 38 24', 'aria-hidden': 'true' }, drawn)

const STRIPES = 'M4 8.5h30M8.5 16h7'
const BAND = 'M4 7h30v2H4z'

/** The outline of a card. */
const front = h('rect', { x: 4, y: 2.5, width: 30, height: 19, rx: 3.5 })

/** The digits of the code, in a field at a height of the card; the line is dashed into them. */
const code = (y: number, digits: string): VNode =>
  h(
    'g',
    { class: 'code' },
    h('rect', { x: 20.5, y: y - 2.75, width: 11, height: 5.5, rx: 2.75 }),
    h('path', { d: digits }),
  )
