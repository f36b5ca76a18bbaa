import { h, type VNode } from '../vdom/h.ts'

/** A filled path; a line of a width; or a text that is centred on a place and as long as stated, in whatever font. */
type Part =
  | readonly [colour: string, path: string, width?: number]
  | readonly [colour: string, text: string, x: number, y: number, size: number, length: number, slant?: string]

/**
 * The mark of a brand, of 38 by 24, in plain shapes, which are crisp at every scale: the colour of its paper, and what
 * is on it. It is simplified to what a shopper recognises at this size.
 */
export type MarkShapes = readonly [paper: string, ...parts: readonly Part[]]

/** Marks by the id of their brand. */
export type Marks = Readonly<Record<string, MarkShapes>>

export const drawn = ([paper, ...parts]: MarkShapes): readonly VNode[] => [
  h('rect', {
    x: 0.5,
    y: 0.5,
    width: 37,
    height: 23,
    rx: 4,
    fill: paper,
    stroke: '#8b93a1',
    'stroke-opacity': 0.5,
    'stroke-width': 1,
  }),
  ...parts.map(([colour, what, x, y, size, length, slant]) => {
    if (y === undefined)
      return h('path', {
        d: what,
        ...(x ? { stroke: colour, 'stroke-width': x, 'stroke-linejoin': 'round' } : { fill: colour, stroke: 'none' }),
      })
    const font = { 'font-family': 'Arial,sans-serif', 'font-weight': 700, 'font-size': size, 'font-style': slant }
    const place = { x, y, 'text-anchor': 'middle', textLength: length, lengthAdjust: 'spacingAndGlyphs' }
    return h('text', { ...place, ...font, fill: colour, stroke: 'none' }, what)
  }),
]
