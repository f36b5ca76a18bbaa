import { expect, test } from 'vitest'
import { leave } from '#element/ports.ts'

const address = 'https://bank.example/challenge'

/** A window in a frame, or the top window itself; the top window may forbid navigating it. */
function windows({ framed = false, forbidden = false } = {}) {
  const gone: string[] = []
  const locationOf = (name: string) =>
    ({
      set href(to: string) {
        if (forbidden && name === 'top') throw new DOMException('not allowed', 'SecurityError')
        gone.push(`${name} ${to}`)
      },
    }) as Location
  const top = { location: locationOf('top') } as Window
  return { gone, here: framed ? { top, location: locationOf('frame') } : { top, location: top.location } }
}

test.each([
  ['a page of its own', {}, 'top'],
  ['a frame of the shop’s', { framed: true }, 'top'],
  ['a frame that may not lead the page away', { framed: true, forbidden: true }, 'frame'],
])('the way to the bank from %s', (_, where, name) => {
  const { gone, here } = windows(where)
  leave(here, address)
  expect(gone).toEqual([`${name} ${address}`])
})

test('a window that was taken off its page leaves by itself', () => {
  const { gone, here } = windows()
  leave({ ...here, top: null }, address)
  expect(gone).toHaveLength(1)
})
