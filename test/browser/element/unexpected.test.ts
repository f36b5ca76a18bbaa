import { afterEach, expect, test } from 'vitest'
import { settle } from '../../support/clock.ts'
import { ticketOf } from '../../unit/element/outcomes.ts'
import { mounted } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

/** The codes of the errors that a checkout reports from now on. */
function errorsOf(element: HTMLElement): string[] {
  const codes: string[] = []
  element.addEventListener('tender-error', ({ detail }) => void codes.push(detail.code!))
  return codes
}

const retryIn = (shadow: ShadowRoot) => shadow.querySelector('[data-testid=retry]')

test('an update that throws ends in an error with a way on, and is not repeated', async () => {
  const { element, shadow } = await mounted()
  const errors = errorsOf(element)
  let updates = 0
  Object.defineProperty(element, 'layout', {
    configurable: true,
    get() {
      if ((updates += 1) > 100) return 'stack'
      throw new TypeError('is not a function')
    },
  })
  element.order = ticketOf({ orderNumber: 'A-2', amount: 100, currency: '978' })
  await settle()
  expect([element.state, errors]).toEqual(['failed', ['frame_error']])
  expect(retryIn(shadow)).not.toBeNull()
  expect(updates).toBeLessThan(10)
})

test('an answer of the frame that the element cannot use ends in an error with a way on', async () => {
  const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
  const errors = errorsOf(element)
  await expect(fixture.host.opened(undefined as never)).rejects.toThrow(TypeError)
  await settle()
  expect([element.state, errors]).toEqual(['failed', ['frame_error']])
  expect(retryIn(shadow)).not.toBeNull()
})
