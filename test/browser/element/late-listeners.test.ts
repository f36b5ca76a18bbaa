import { afterEach, expect, test } from 'vitest'
import { Idiomorph } from 'idiomorph'
import { outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { at, mounted, ripe } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

/** Records the events of a type that reach a target from now on. */
function heardBy(target: EventTarget, type: string): unknown[] {
  const details: unknown[] = []
  target.addEventListener(type, (event) => details.push((event as CustomEvent).detail))
  return details
}

test('the first listener of the element that comes too late is told once, and no one else', async () => {
  const around = heardBy(document, 'tender-paid')
  const { element } = await at('paid')
  const first = heardBy(element, 'tender-paid')
  const second = heardBy(element, 'tender-paid')
  expect(first).toEqual([])
  await ripe(element)
  expect(first.concat(second)).toEqual([around[0], around[0]])
  const third = heardBy(element, 'tender-paid')
  await ripe(element)
  expect([around.length, first.length, second.length, third.length]).toEqual([1, 1, 1, 0])
})

test('a listener that was there is not told again, also when another takes its place', async () => {
  const { element, fixture } = await mounted()
  const early = heardBy(element, 'tender-declined')
  await fixture.host.concluded(outcomes.declined)
  await ripe(element)
  const late = heardBy(element, 'tender-declined')
  await ripe(element)
  expect([early.length, late.length]).toEqual([1, 0])
})

test('a listener that is removed at once hears nothing, the one in its place does', async () => {
  const { element } = await at('held')
  const calls: string[] = []
  const listeners = ['removed', 'added'].map((name) => () => void calls.push(name))
  element.addEventListener('tender-held', listeners[0]!)
  element.removeEventListener('tender-held', listeners[0]!)
  element.addEventListener('tender-held', listeners[1]!, { once: true })
  await ripe(element)
  expect(calls).toEqual(['added'])
})

test.each<[string, (element: HTMLElement, listener: () => void) => void]>([
  [
    'was removed',
    (element, listener) => {
      element.addEventListener('tender-paid', listener)
      element.removeEventListener('tender-paid', listener)
    },
  ],
  [
    'was removed by a signal',
    (element, listener) => {
      const over = new AbortController()
      element.addEventListener('tender-paid', listener, { signal: over.signal })
      over.abort()
    },
  ],
  [
    'was added with a signal that had aborted',
    (element, listener) => element.addEventListener('tender-paid', listener, { signal: AbortSignal.abort() }),
  ],
])('a listener that %s before an event leaves it to the next one', async (_, pass) => {
  const { element, fixture } = await mounted()
  const gone: string[] = []
  pass(element, () => gone.push('heard'))
  await fixture.host.concluded(outcomes.paid)
  const late = heardBy(element, 'tender-paid')
  await ripe(element)
  expect([gone, late.length]).toEqual([[], 1])
})

test('a listener of one event leaves the next one to another', async () => {
  const { element, fixture } = await mounted()
  const errors: unknown[] = []
  const fail = (message: string) => fixture.host.failed({ code: 'busy', message })
  await fail('First.')
  element.addEventListener('tender-error', (event) => errors.push(event), { once: true })
  await ripe(element)
  await fail('Second.')
  const late = heardBy(element, 'tender-error')
  await ripe(element)
  expect([errors.length, late]).toMatchObject([1, [{ message: 'Second.' }]])
})

test('what is not true any more is not told: the state has changed, or the order', async () => {
  const { element, fixture } = await mounted()
  await fixture.host.concluded(outcomes.declined)
  const ready = heardBy(element, 'tender-ready')
  await ripe(element)
  element.order = ticketOf({ orderNumber: 'A-2002', amount: 500, currency: '978' })
  const declined = heardBy(element, 'tender-declined')
  await ripe(element)
  expect([ready, declined]).toEqual([[], []])
})

test('a listener that is added together with another order is not told what became of the one before', async () => {
  const { element } = await at('paid')
  const paid = heardBy(element, 'tender-paid')
  element.order = ticketOf({ orderNumber: 'A-2002', amount: 500, currency: '978' })
  await ripe(element)
  expect(paid).toEqual([])
})

test('an error of a page that is wrong reaches a listener that comes after it', async () => {
  const { element } = await mounted({ src: '' })
  const errors = heardBy(element, 'tender-error')
  await ripe(element)
  expect(errors).toMatchObject([{ field: 'src' }])
})

test('the element has no attribute of its own while it loads, and then its state alone', async () => {
  const { element } = await at('loading')
  const given = element.getAttributeNames()
  expect(given).toEqual(['order', 'src', 'locale'])
  expect(element.state).toBe('loading')
  const paid = await at('paid')
  expect(paid.element.getAttributeNames()).toEqual([...given, 'state'])
  expect(paid.element.getAttribute('state')).toBe('paid')
  paid.element.remove()
  paid.element.order = ticketOf({ orderNumber: 'A-2002', amount: 500, currency: '978' })
  document.body.append(paid.element)
  await paid.element.updateComplete
  expect(paid.element.hasAttribute('state')).toBe(paid.element.state !== 'loading')
})

test.each([
  [
    'is morphed by Idiomorph, as with Turbo,',
    (element: Element) => {
      const rendered = element.cloneNode() as Element
      rendered.removeAttribute('state')
      Idiomorph.morph(element, rendered.outerHTML)
      expect(element.hasAttribute('state')).toBe(false)
    },
  ],
  ['gives it another state', (element: Element) => element.setAttribute('state', 'ready')],
  [
    'removes all attributes until there are none, and adds its own again',
    (element: Element) => {
      const own = [...element.attributes].filter(({ name }) => name !== 'state')
      while (element.attributes[0]) element.removeAttribute(element.attributes[0].name)
      for (const { name, value } of own) element.setAttribute(name, value)
    },
  ],
])('the state is there again where a page %s', async (_, morph) => {
  const { element, fixture } = await at('paid')
  morph(element)
  await ripe(element)
  expect([element.getAttribute('state'), fixture.openings.length]).toEqual(['paid', 1])
})
