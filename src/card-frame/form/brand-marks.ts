import type { Mark } from '../card/brand.ts'
import { h, type VNode } from '../vdom/h.ts'
import type { Drawing } from './badge.ts'

// Marks of 38 by 24 in plain shapes, which are crisp at every scale. They are simplified: what a
// shopper recognises at this size.

const shape = (d: string, fill: string): VNode => h('path', { d, fill, stroke: 'none' })

const strokes = (d: string, stroke: string, width = 1.6): VNode =>
  h('path', { d, stroke, fill: 'none', 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'butt' })

const paper = (fill: string): VNode =>
  h('rect', { x: 0.5, y: 0.5, width: 37, height: 23, rx: 4, fill, stroke: '#8b93a1', 'stroke-opacity': 0.5 })

/** Words in white, centred on a place. */
const lettering = (text: string, x: number, y: number, size: number, more: object = {}): VNode => {
  const font = { 'text-anchor': 'middle', 'font-weight': 700, 'font-size': size, fill: '#fff', stroke: 'none' }
  return h('text', { x, y, ...font, ...more }, text)
}

const disc = (cx: number, r: number, fill: string): VNode => h('circle', { cx, cy: 12, r, fill, stroke: 'none' })

const twoDiscs = (left: string, right: string, both: string): readonly VNode[] => [
  paper('#fff'),
  disc(14.5, 7.5, left),
  disc(23.5, 7.5, right),
  shape('M19 6a7.5 7.5 0 0 1 0 12a7.5 7.5 0 0 1 0-12', both),
]

/** Three upright bars, each with a letter. */
const jcb: readonly VNode[] = [
  paper('#fff'),
  shape('M8 6.5a3 3 0 0 1 3-3h3v14a3 3 0 0 1-3 3H8z', '#0b5cab'),
  shape('M15.8 6.5a3 3 0 0 1 3-3h3v14a3 3 0 0 1-3 3h-3z', '#d4102f'),
  shape('M23.6 6.5a3 3 0 0 1 3-3h3v14a3 3 0 0 1-3 3h-3z', '#138a3d'),
  strokes(
    'M12.3 9.5v4a1.5 1.5 0 0 1-3 0M21 10.4a1.9 1.9 0 0 0-3.2 1.6a1.9 1.9 0 0 0 3.2 1.6M25.2 9.7h1.6a1.1 1.1 0 0 1 0 2.3h-1.6V9.7M25.2 12h2a1.1 1.1 0 0 1 0 2.3h-2V12',
    '#fff',
    1,
  ),
]

const marks: ReadonlyMap<string, readonly VNode[]> = new Map<string, readonly VNode[]>([
  ['mastercard', twoDiscs('#eb001b', '#f79e1b', '#ff5f00')],
  ['maestro', twoDiscs('#eb001b', '#00a2e5', '#7375cf')],
  [
    'visa',
    [
      paper('#fff'),
      strokes('M7.2 7.4l3.1 9.4l4-9.4M16.6 7.2l-2 9.6', '#1434cb', 2),
      strokes('M23.2 8.3c-2.2-1.2-4.6-.3-4.6 1.4c0 2.2 3.9 1.9 3.6 4.2c-.2 1.8-3 2.4-5 1.2', '#1434cb', 1.9),
      strokes('M23.4 16.8l4.6-9h.4l1.9 9M25.4 14h4.2', '#1434cb', 1.9),
    ],
  ],
  [
    'american-express',
    [
      paper('#016fd0'),
      strokes(
        'M4.6 16l3.1-8h.6l3.1 8M5.9 13.4h4.2M13 16V8.3l3.3 4.6l3.3-4.6V16M27 8.8h-4.6v6.4H27M22.4 12h4.2M28.2 8.2l5.6 7.6M33.8 8.2l-5.6 7.6',
        '#fff',
        1.7,
      ),
    ],
  ],
  [
    'mir',
    [
      paper('#fff'),
      strokes('M5.6 16.4V8l3.6 6l3.6-6v8.4M16 7.6v8l5.4-7.2v8M25 16.4v-5', '#0f7a3d', 2),
      shape('M24 7.6h6.4a3 3 0 0 1 3 1.9h-6.2a3.4 3.4 0 0 1-3.2-1.9', '#1aa3dd'),
      shape('M24 10.4h9.4a3.1 3.1 0 0 1-3 2.4H26z', '#0f7a3d'),
    ],
  ],
  [
    'unionpay',
    [
      paper('#fff'),
      shape('M11.2 4h6.6l-3.6 16H7.6z', '#d81e2c'),
      shape('M17.8 4h7.2l-3.6 16h-7.2z', '#12467b'),
      shape('M25 4h6.4l-3.6 16h-6.4z', '#017c83'),
      lettering('UnionPay', 19.4, 13.9, 5, { textLength: 18, lengthAdjust: 'spacingAndGlyphs' }),
    ],
  ],
  ['jcb', jcb],
  [
    'discover',
    [
      paper('#fff'),
      shape('M38 13c-6 5-14 8.8-23 10.5h19a4 4 0 0 0 4-4z', '#f58220'),
      h(
        'g',
        { transform: 'translate(.4) scale(.87 1)' },
        strokes(
          'M3.6 8.2v5.6h1.2a2.6 2.8 0 0 0 0-5.6zM9 7.9v6.2M14 8.6c-2.4-1.2-3.2 1.2-1.4 2.2c2 1 1.2 3.6-1.6 2.5M19 8.9a2.6 2.8 0 1 0 0 4.2M24.8 8l2 5.8l2-5.8M33.8 8.2h-2.9v5.6h2.9M30.9 11h2.6M36.2 14V8.2h1.6a1.6 1.6 0 0 1 0 3.2h-1.6M37.8 11.4l1.9 2.6',
          '#1f242c',
          1.1,
        ),
      ),
      disc(19.6, 2.5, '#f58220'),
    ],
  ],
  [
    'diners-club',
    [
      paper('#fff'),
      disc(19, 9, '#0a5a9c'),
      disc(19, 7.2, '#fff'),
      shape('M17.4 6.2v11.6a6 6 0 0 1 0-11.6M20.6 6.2v11.6a6 6 0 0 0 0-11.6', '#0a5a9c'),
    ],
  ],
  [
    'humo',
    [
      paper('#0c6e62'),
      strokes(
        'M6.5 6.5v7.6M6.5 10.3h4.2M10.7 6.5v7.6M14 6.5v5.2a2.1 2.2 0 0 0 4.2 0V6.5M21.6 14.1V7l2.9 4.6L27.4 7v7.1',
        '#fff',
        1.7,
      ),
      h('ellipse', { cx: 32.2, cy: 10.3, rx: 2.3, ry: 3, stroke: '#fff', 'stroke-width': 1.7, fill: 'none' }),
      strokes('M5.7 18.4c7-2.2 13 1.6 27.6-1.2', '#e9c46a', 1.7),
    ],
  ],
])

/** A brand without a mark of its own, by its name; two that share their numbers, one below the other. */
const word = (name: string): readonly VNode[] => {
  const lines = name.split(' / ')
  const size = Math.min(10, 46 / Math.max(...lines.map(({ length }) => length)))
  const first = 12 + size * (0.96 - 0.6 * lines.length)
  return [paper('#4a5262'), ...lines.map((line, at) => lettering(line, 19, first + size * 1.2 * at, size))]
}

export const drawing: Drawing = ({ id, name = '' }: Mark) => marks.get(id) ?? word(name)
