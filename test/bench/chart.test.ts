import { expect, test } from 'vitest'
import type { Comparison } from '../../scripts/documents/benchmarks.ts'
import { escaped } from '../../scripts/documents/xml.ts'
import { chartOf } from '../../scripts/bench/chart.ts'

const measure = { name: 'ready', label: 'ready, ms', digits: 0, chart: 'Until "ready" & <typed>' }
const comparison: Comparison = {
  title: 'time',
  subject: 'ours',
  measures: [measure],
  rows: [
    { name: '<script>alert(1)</script>', values: { ready: 200 } },
    { name: 'ours', values: { ready: 400 } },
    { name: 'theirs', isFloor: true, values: { ready: 800 } },
    { name: 'no value', values: { ready: null } },
  ],
}

/** The texts of the elements with this name. */
const textsOf = (svg: string, name: string): readonly string[] =>
  [...svg.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!)

/** The widths of the bars, by their class. */
const barsOf = (svg: string): readonly (readonly [string, number])[] =>
  [...svg.matchAll(/<rect class="(bar|own|floor)" .*?width="([\d.]+)"/g)].map(([, kind, width]) => [
    kind!,
    Number(width),
  ])

test.each([
  [`<a href="x">&'`, '&lt;a href=&quot;x&quot;&gt;&amp;&#39;'],
  ['a\u0000b\u001fc\nd', 'abc\nd'],
  ['2 × 3 µs –', '2 × 3 µs –'],
])('%j is escaped', (text, xml) => {
  expect(escaped(text)).toBe(xml)
})

test('no text of a chart becomes markup', () => {
  const svg = chartOf(comparison, measure)
  expect(svg).not.toContain('<script')
  expect(svg).not.toContain('<typed>')
  expect(svg.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
  const open = [...svg.matchAll(/<(\w+)\b[^>]*(?<!\/)>/g)].map(([, name]) => name!)
  const closed = [...svg.matchAll(/<\/(\w+)>/g)].map(([, name]) => name!)
  expect(open.toSorted()).toEqual(closed.toSorted())
})

test('bars are as long as their values, and the subject and the floors look different', () => {
  const bars = barsOf(chartOf(comparison, measure))
  expect(bars.map(([kind]) => kind)).toEqual(['bar', 'own', 'floor'])
  const [first, second, third] = bars.map(([, width]) => width)
  expect(second! / first!).toBeCloseTo(2, 1)
  expect(third! / first!).toBeCloseTo(4, 1)
})

test('the title and the description say what the bars show', () => {
  const svg = chartOf(comparison, measure)
  expect(textsOf(svg, 'title')).toEqual(['Until &quot;ready&quot; &amp; &lt;typed&gt;'])
  expect(textsOf(svg, 'desc')).toEqual([
    '&lt;script&gt;alert(1)&lt;/script&gt;: 200 (× 2.00); ours: 400; theirs *: 800 (× 0.50)',
  ])
  expect(svg).toContain('role="img" aria-labelledby="title description"')
  expect(svg).toContain('prefers-color-scheme:dark')
})

test('everything is inside the picture', () => {
  const svg = chartOf(comparison, measure)
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number)
  for (const [, x, w] of svg.matchAll(/<rect class="(?:bar|own|floor)" x="([\d.]+)".*?width="([\d.]+)"/g))
    expect(Number(x) + Number(w)).toBeLessThan(width!)
  for (const [, y] of svg.matchAll(/<text[^>]* y="([\d.]+)"/g)) expect(Number(y)).toBeLessThan(height!)
})

test('a chart whose values are all zero has bars', () => {
  const zero = { ...comparison, rows: [{ name: 'ours', values: { ready: 0 } }] }
  expect(barsOf(chartOf(zero, measure))).toEqual([['own', 1]])
})
