import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  benchmarkText,
  cellsOf,
  keepResults,
  ratioOf,
  type Comparison,
  type Result,
} from '../../scripts/documents/benchmarks.ts'

const comparison: Comparison = {
  title: 'time',
  subject: 'ours',
  measures: [
    { name: 'ready', label: 'ready, ms', digits: 0, chart: 'Until it is ready' },
    { name: 'key', label: 'key, ms', digits: 1 },
  ],
  rows: [
    { name: 'an empty page', values: { ready: 200, key: null } },
    { name: 'ours', values: { ready: 1500.4, key: 30 } },
    { name: 'theirs', isFloor: true, values: { ready: 3000, key: 0 } },
  ],
}
const [empty, ours, theirs] = comparison.rows

describe('the ratio', () => {
  test('is how many times the row the subject is', () => {
    expect(ratioOf(comparison, empty!, 'ready')).toBeCloseTo(7.502)
    expect(ratioOf(comparison, theirs!, 'ready')).toBeCloseTo(0.5, 3)
  })

  test('is none of the subject to itself, to nothing and to zero', () => {
    expect(ratioOf(comparison, ours!, 'ready')).toBeNull()
    expect(ratioOf(comparison, empty!, 'key')).toBeNull()
    expect(ratioOf(comparison, theirs!, 'key')).toBeNull()
    expect(ratioOf({ ...comparison, rows: [empty!] }, empty!, 'ready')).toBeNull()
  })
})

describe('the table', () => {
  test('has a line for each row, and a mark where the row is a floor', () => {
    expect(cellsOf(comparison)).toEqual([
      ['time', 'ready, ms', 'key, ms'],
      ['an empty page', '200 (7.50)', '–'],
      ['ours', '1,500', '30.0'],
      ['theirs *', '3,000 (0.50)', '0.0'],
    ])
  })

  test('has a line for each measure where there are more of them', () => {
    expect(cellsOf({ ...comparison, rows: [ours!] })).toEqual([
      ['time', 'ours'],
      ['ready, ms', '1,500'],
      ['key, ms', '30.0'],
    ])
  })
})

describe('the document', () => {
  const result: Result = { date: '2026-01-02', conditions: ['medians of 9', 'Node 20'], comparisons: [comparison] }
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'benchmarks-'))
    await mkdir(join(root, 'docs/data'), { recursive: true })
  })
  afterEach(() => rm(root, { recursive: true }))

  test('says what is not measured yet', () => {
    expect(benchmarkText(root, 'relay')).toBe('_Not measured yet._')
  })

  test('shows the last result with its conditions, its caption and its charts', () => {
    keepResults(root, { 'first-key': { ...result, date: '2025-12-31' } })
    keepResults(root, { 'first-key': result })
    expect(benchmarkText(root, 'first-key')).toBe(`Measured on 2026-01-02: medians of 9, Node 20.

| time | ready, ms | key, ms |
| --- | --- | --- |
| an empty page | 200 (7.50) | – |
| ours | 1,500 | 30.0 |
| theirs * | 3,000 (0.50) | 0.0 |

In parentheses: ours, divided by it. * its frames are stubs, so that its values are a floor.

![Until it is ready](../images/bench-first-key-ready.svg)`)
  })

  test('keeps the results of the benchmarks that did not run, with three decimal places', async () => {
    const row = { name: 'ours', values: { cpu: 1 / 3 } }
    keepResults(root, { 'first-key': result })
    keepResults(root, { relay: { ...result, comparisons: [{ ...comparison, rows: [row] }] } })
    const kept = JSON.parse(await readFile(join(root, 'docs/data/benchmarks.json'), 'utf8')) as object
    expect(kept).toMatchObject({
      'first-key': { date: '2026-01-02' },
      relay: { comparisons: [{ rows: [{ values: { cpu: 0.333 } }] }] },
    })
  })
})
