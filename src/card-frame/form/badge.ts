import type { Brand, Mark } from '../card/brand.ts'
import { h, type VNode } from '../vdom/h.ts'

/** A word on a coloured card: the text, its colour, and the colour of the card. */
type Word = readonly [text: string, ink: string, paper: string]

const words: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['visa', ['VISA', '#1434cb', '#fff']],
  ['american-express', ['AMEX', '#fff', '#016fd0']],
  ['mir', ['МИР', '#0b7a4b', '#fff']],
  ['unionpay', ['UnionPay', '#fff', '#00557d']],
  ['jcb', ['JCB', '#fff', '#0b4ea2']],
  ['discover', ['Discover', '#c4500a', '#fff']],
  ['diners-club', ['Diners', '#fff', '#004a97']],
])

/** Two discs and the colour of their overlap. */
const discs: ReadonlyMap<string, readonly string[]> = new Map([
  ['mastercard', ['#eb001b', '#f79e1b', '#ff5f00']],
  ['maestro', ['#eb001b', '#00a2e5', '#7375cf']],
])

/** The brands of a card as small pictures, hidden from screen readers; their names are in text elsewhere. */
export const badges = (brand: Brand): VNode =>
  h(
    'span',
    { class: 'badges' },
    [brand, brand.also].map((one) => one && badge(one)),
  )

function badge({ id, name }: Mark): VNode {
  const pair = discs.get(id)
  const drawn = pair ? discPair(pair) : name ? word(words.get(id) ?? [name, '#fff', '#4a5262']) : [blank]
  return h('svg', { class: 'badge', viewBox: '0 0 38 24', 'aria-hidden': 'true' }, drawn)
}

const card = (paper: string): VNode =>
  h('rect', { x: 0.5, y: 0.5, width: 37, height: 23, rx: 4, fill: paper, stroke: '#8b93a1', 'stroke-opacity': 0.5 })

function word([text, ink, paper]: Word): readonly VNode[] {
  const [y, size] = text.length > 4 ? [14.5, 8] : [16, 11]
  const length = { textLength: Math.min(32, text.length * 7), lengthAdjust: 'spacingAndGlyphs' }
  const font = { 'text-anchor': 'middle', fill: ink, 'font-weight': 800, 'font-size': size }
  return [card(paper), h('text', { x: 19, y, ...font, ...length }, text)]
}

const discPair = ([left, right, both]: readonly string[]): readonly VNode[] => [
  card('#fff'),
  h('circle', { cx: 15, cy: 12, r: 7, fill: left }),
  h('circle', { cx: 23, cy: 12, r: 7, fill: right }),
  h('path', { d: 'M19 6.26a7 7 0 0 1 0 11.48a7 7 0 0 1 0-11.48', fill: both }),
]

const blank = h(
  'g',
  { fill: 'none', stroke: 'currentColor', 'stroke-opacity': 0.6, 'stroke-width': 1.5 },
  h('rect', { x: 4, y: 2.5, width: 30, height: 19, rx: 3.5 }),
  h('path', { d: 'M4 8.5h30M8.5 16h7' }),
)
