import { expect, test } from 'vitest'
import { askedInIndex, clicksTo, questions, readAt, straight } from './questions.ts'

test('the index asks these questions, and leads to what answers them', () => {
  const places = Object.entries(questions).map(([question, answers]) => [question, answers.map(([place]) => place)])
  expect(askedInIndex()).toEqual(Object.fromEntries(places))
  expect(places.length).toBeGreaterThanOrEqual(20)
})

test.each(Object.entries(questions))('%s', (_, answers) => {
  for (const [place, words] of answers) {
    expect(readAt(place), place).toContain(straight(words))
    expect(clicksTo(place.split('#')[0]!), place).toBeLessThanOrEqual(2)
  }
})

test('no document is further than two clicks from the index', () => {
  expect(clicksTo('docs/index.md')).toBe(0)
  expect(clicksTo('docs/security/asvs.md')).toBe(1)
  expect(clicksTo('docs/none.md')).toBe(Infinity)
})
