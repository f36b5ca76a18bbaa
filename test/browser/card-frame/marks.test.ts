import { afterEach, expect, test } from 'vitest'
import { field, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const pictures = () => [...document.querySelectorAll('#number-field .badge')]

/** The colour of the paper of each mark; the neutral card has none. */
const papers = () => pictures().map((picture) => picture.querySelector('rect')!.getAttribute('fill'))

const boxes = () => pictures().map((picture) => JSON.stringify(picture.getBoundingClientRect()))

/** The files with the marks of rare brands that were asked for. */
const asked = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('rare-marks'))

/** Types a number, and returns how many places its pictures had until they showed these papers. */
async function placesUntil(number: string, wanted: readonly string[]): Promise<number> {
  await field('Card number').fill(number)
  const places = new Set<string>()
  await expect
    .poll(() => {
      places.add(boxes().join())
      return papers()
    })
    .toEqual(wanted)
  return places.size
}

// In this order, since a file is asked for once in all tests.
test('the marks of frequent brands come alone; those of rare ones with the first such card, and move nothing', async () => {
  fixture = await openFixture({})
  await placesUntil('4111', ['#fff'])
  await placesUntil('676347', ['#fff', '#fff'])
  expect(asked()).toHaveLength(0)
  expect(await placesUntil('9860', ['#0c6e62'])).toBe(1)
  expect(asked()).toHaveLength(1)
  expect(await placesUntil('860011', ['#20407a', '#fff'])).toBe(1)
  expect(asked()).toHaveLength(1)
})

test('a stored card of a rare brand shows its mark', async () => {
  const card = { bindingId: 'b', maskedPan: '986012**1111', expiry: '203412', expired: false }
  fixture = await openFixture({ savedCards: [card] })
  await expect.poll(() => document.querySelector('.stored .badge rect')!.getAttribute('fill')).toBe('#0c6e62')
})
