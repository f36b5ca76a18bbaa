import { expect, test } from 'vitest'
import { linesOf } from '../../scripts/bench/terminal.ts'

test('the columns of a table are lined up, numbers to the right', () => {
  const lines = linesOf({
    title: 'time',
    subject: 'ours',
    measures: [{ name: 'ready', label: 'ready', digits: 1 }],
    rows: [
      { name: 'an empty page', values: { ready: 7 } },
      { name: 'ours', values: { ready: 1234 } },
    ],
  })
  expect(lines).toEqual([
    'time                  ready',
    '-------------  ------------',
    'an empty page  7.0 (176.29)',
    'ours                1,234.0',
    'In parentheses: ours, divided by it.',
  ])
})
