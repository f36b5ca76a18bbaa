import type { Marks } from './drawn.ts'

const disc = (left: number, r: number): string => `M${left} 12a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1-${2 * r} 0`

const twoDiscs = (left: string, right: string, both: string): Marks[string] => [
  '#fff',
  [left, disc(7, 7.5)],
  [right, disc(16, 7.5)],
  [both, 'M19 6a7.5 7.5 0 0 1 0 12a7.5 7.5 0 0 1 0-12'],
]

/** The marks of the brands that most cards have. */
export const frequentMarks: Marks = {
  mastercard: twoDiscs('#eb001b', '#f79e1b', '#ff5f00'),
  maestro: twoDiscs('#eb001b', '#00a2e5', '#7375cf'),
  visa: [
    '#fff',
    [
      '#1434cb',
      'M4.6 7.4h3.3l1.9 6.3l3.4-6.3h2.6l-5.3 9.4H7.8zM17 7.4h2.5l-1.9 9.4h-2.5zM23.7 16.8l5.1-9.4h2.6l2 9.4H31l-.3-1.9h-3.2l-1.1 1.9zM28.5 13h1.9l-.5-3z',
    ],
    ['#1434cb', 'M25.2 8.8c-1.8-1-4-.4-4 .9c0 1.7 3 1.9 2.7 4c-.2 1.9-2.8 2.5-4.8 1.4', 1.9],
  ],
  'american-express': [
    '#016fd0',
    [
      '#fff',
      'M4.6 16l3.1-8h.6l3.1 8M5.9 13.4h4.2M13 16V8.3l3.3 4.6l3.3-4.6V16M27 8.8h-4.6v6.4H27M22.4 12h4.2M28.2 8.2l5.6 7.6M33.8 8.2l-5.6 7.6',
      1.7,
    ],
  ],
  mir: [
    '#fff',
    ['#0f7a3d', 'M5.6 16.4V8l3.6 6l3.6-6v8.4M16 7.6v8l5.4-7.2v8M25 16.4v-5', 2],
    ['#1aa3dd', 'M24 7.6h6.4a3 3 0 0 1 3 1.9h-6.2a3.4 3.4 0 0 1-3.2-1.9'],
    ['#0f7a3d', 'M24 10.4h9.4a3.1 3.1 0 0 1-3 2.4H26z'],
  ],
  unionpay: [
    '#fff',
    ['#d81e2c', 'M11.2 4h6.6l-3.6 16H7.6z'],
    ['#12467b', 'M17.8 4h7.2l-3.6 16h-7.2z'],
    ['#017c83', 'M25 4h6.4l-3.6 16h-6.4z'],
    ['#fff', 'UnionPay', 19.5, 13.9, 5, 19.4],
  ],
  // Three upright bars, each with a letter.
  jcb: [
    '#fff',
    ['#0b5cab', 'M8 6.5a3 3 0 0 1 3-3h3v14a3 3 0 0 1-3 3H8z'],
    ['#d4102f', 'M15.8 6.5a3 3 0 0 1 3-3h3v14a3 3 0 0 1-3 3h-3z'],
    ['#138a3d', 'M23.6 6.5a3 3 0 0 1 3-3h3v14a3 3 0 0 1-3 3h-3z'],
    [
      '#fff',
      'M12.3 9.5v4a1.5 1.5 0 0 1-3 0M21 10.4a1.9 1.9 0 0 0-3.2 1.6a1.9 1.9 0 0 0 3.2 1.6M25.2 9.7h1.6a1.1 1.1 0 0 1 0 2.3h-1.6V9.7M25.2 12h2a1.1 1.1 0 0 1 0 2.3h-2V12',
      1,
    ],
  ],
}
