import { afterEach, expect, test } from 'vitest'
import { settle } from '../../support/clock.ts'
import { mounted } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

/** The codes of the errors that a checkout reports from now on. */
function errorsOf(element: HTMLElement): string[] {
  const codes: string[] = []
  element.addEventListener('tender-error', ({ detail }) => void codes.push(detail.code!))
  return codes
}

const retryIn = (shadow: ShadowRoot) => shadow.querySelector('[data-testid=retry]')

/** Lets so many updates of a checkout throw; returns how many have begun. */
function failUpdates(element: HTMLElement, times: number): () => number {
  let updates = 0
  Object.defineProperty(element, 'layout', {
    get() {
      if ((updates += 1) > times) return 'stack'
      throw new TypeError('is not a function')
    },
  })
  return () => updates
}

test('an update that throws ends in an error with a way on', async () => {
  const { element, shadow } = await mounted()
  const errors = errorsOf(element)
  failUpdates(element, 1)
  element.requestUpdate()
  await settle()
  expect([element.state, errors]).toEqual(['failed', ['frame_error']])
  expect(retryIn(shadow)).not.toBeNull()
})

test('updates that all throw are not repeated for ever', async () => {
  const { element } = await mounted()
  const updates = failUpdates(element, 100)
  element.requestUpdate()
  await settle()
  expect(element.state).toBe('failed')
  expect(updates()).toBeLessThan(10)
})

test('an answer of the frame that the element cannot use ends in an error with a way on', async () => {
  const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
  const errors = errorsOf(element)
  await expect(fixture.host.opened(undefined as never)).rejects.toThrow(TypeError)
  await settle()
  expect([element.state, errors]).toEqual(['failed', ['frame_error']])
  expect(retryIn(shadow)).not.toBeNull()
})
