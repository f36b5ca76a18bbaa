import { expect, test } from 'vitest'
import { bankEntries } from '#challenge-frame/history.ts'

/** What happens in the bank's frame: how many entries the history has when a page has loaded there. */
type Loads = readonly number[]

const FIRST = 3

/** The entries to go back over, when the shopper returns at a length of the history. */
function addedAfter(loads: Loads, atReturn: number, navigator: object = { userAgentData: {} }): number {
  const history = { length: FIRST }
  const entries = bankEntries({ history, navigator } as unknown as Window)
  for (const length of loads) {
    history.length = length
    entries.loaded()
  }
  history.length = atReturn
  return entries.added()
}

test.each<readonly [what: string, loads: Loads, atReturn: number, added: number]>([
  ['the bank asks nothing', [3], 3, 0],
  ['one answer, and the return page', [3], 4, 1],
  ['three answers', [3, 4, 5], 6, 3],
  ['an answer, and a page that sends itself', [3, 4], 4, 1],
  ['an answer, the way back, and a page that sends itself', [3, 4, 4], 4, 0],
  ['fewer entries than before, since the shopper had come back to the page', [3], 2, 0],
])('%s', (_, loads, atReturn, added) => {
  expect(addedAfter(loads, atReturn)).toBe(added)
})

test('a browser that removes the entries of a removed frame needs none', () => {
  expect(addedAfter([3], 4, {})).toBe(0)
})
