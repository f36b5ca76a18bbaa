import { Activity, createElement, lazy, StrictMode, Suspense, type ReactElement, type Ref } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attributes, events } from '#element/description.ts'
import { outcomes, ticket } from '../../unit/element/outcomes.ts'
import type { TenderCheckoutElement, TenderCheckoutProps } from '../../../src/react.ts'
import { defineTag, prepared, proxy, ripe } from './fixture.ts'

defineTag()
const { TenderCheckout } = await import('../../../src/react.ts')

let place: HTMLElement
let root: Root | undefined
const complaints = vi.spyOn(console, 'error')

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
  complaints.mockClear()
})
afterEach(() => {
  root?.unmount()
  place.remove()
  expect(complaints.mock.calls).toEqual([])
})

const checkout = () => place.querySelector('tender-checkout')!

const page = (props: Partial<TenderCheckoutProps> & { readonly ref?: Ref<TenderCheckoutElement> }): ReactElement =>
  createElement(
    StrictMode,
    null,
    createElement(Suspense, null, createElement(TenderCheckout, { order: ticket, src: proxy, locale: 'en', ...props })),
  )

/** Puts the page of a server into the document, where the checkout opens before React has hydrated it. */
async function served(element: ReactElement): Promise<void> {
  place.innerHTML = renderToString(element)
  await ripe(checkout())
}

/** Hydrates or renders, and waits for the effects. */
async function shown(element: ReactElement, how: 'hydrate' | 'render'): Promise<void> {
  if (how === 'hydrate') root = hydrateRoot(place, element)
  else (root = createRoot(place)).render(element)
  await vi.waitFor(() => expect(checkout()?.texts === texts).toBe(true))
  await ripe(checkout())
}

const texts = { checkout: { pay: 'Buy' } } as TenderCheckoutProps['texts']

test.each(['hydrate', 'render'] as const)('%s: a handler gets each event once, and the latest handler', async (how) => {
  const fixture = prepared()
  const calls: string[] = []
  const withHandlers = (name: string): ReactElement =>
    page({
      texts,
      title: name,
      onReady: ({ detail }) => calls.push(`${name} ready ${detail.orderNumber}`),
      onDeclined: ({ detail }) => calls.push(`${name} declined ${detail.reason}`),
    })
  if (how === 'hydrate') await served(withHandlers('server'))
  await shown(withHandlers('first'), how)
  expect(calls).toEqual(['first ready A-1001'])
  root!.render(withHandlers('second'))
  await vi.waitFor(() => expect(checkout().title).toBe('second'))
  await ripe(checkout())
  await fixture.host.concluded(outcomes.declined)
  await ripe(checkout())
  expect(calls).toEqual(['first ready A-1001', 'second declined insufficient_funds'])
})

test.each([
  ['paid', outcomes.paid],
  ['refunded', outcomes.refunded],
  ['pending', outcomes.pending],
] as const)('an order that was %s before the page was hydrated is told once', async (state, outcome) => {
  prepared((made) => (made.onOpen = outcome))
  const calls: string[] = []
  const heard = Object.fromEntries(propsOfEvents().map((prop) => [prop, ({ type }: Event) => calls.push(type)]))
  await served(page({ texts, ...heard }))
  expect(checkout().getAttribute('state')).toBe(state)
  await shown(page({ texts, ...heard }), 'hydrate')
  expect(calls).toEqual([`tender-${state}`])
})

/** `tender-paid` by `onPaid`. */
const propsOfEvents = (): readonly string[] =>
  Object.keys(events).map((name) => name.replace(/^tender-(.)/, (_, first: string) => `on${first.toUpperCase()}`))

test('each event of the table has its prop', async () => {
  prepared()
  const calls: string[] = []
  const heard = Object.fromEntries(propsOfEvents().map((prop) => [prop, ({ type }: Event) => calls.push(type)]))
  await shown(page({ texts, ...heard }), 'render')
  calls.length = 0
  for (const name of Object.keys(events)) checkout().dispatchEvent(new CustomEvent(name))
  expect(calls).toEqual(Object.keys(events))
})

test('each attribute of the table is written by the server, and ref is the element', async () => {
  const values = {
    presentation: 'redirect',
    theme: 'dark',
    layout: 'tabs',
    buttonText: 'order',
    name: 'order',
  } as const
  const props = { ...values, debug: false, hideButton: true, className: 'wide', id: 'own', 'data-own': 1 }
  const ref = { current: null as TenderCheckoutElement | null }
  prepared()
  await served(page({ texts, ...props }))
  const names = [...Object.keys(attributes).filter((name) => name !== 'debug'), 'class', 'id', 'data-own']
  expect(
    checkout()
      .getAttributeNames()
      .filter((name) => name !== 'state')
      .toSorted(),
  ).toEqual(names.toSorted())
  await shown(page({ texts, ...props, ref }), 'hydrate')
  expect(ref.current).toBe(checkout())
  const has = (name: string): unknown => checkout()[name as 'theme']
  const own = { ...values, hideButton: true, className: 'wide' }
  expect(Object.keys(own).map(has)).toEqual(Object.values(own))
  root!.render(page({ texts, debug: false, hideButton: false, ref }))
  await vi.waitFor(() => expect(checkout().className).toBe(''))
  await ripe(checkout())
  expect(['debug', 'hideButton', 'theme', 'name'].map((name) => has(name) || 'none')).toEqual([
    'none',
    'none',
    'auto',
    'none',
  ])
})

const hidings = {
  'a boundary that waits again': (isHidden: boolean, element: ReactElement): ReactElement =>
    createElement(Suspense, { fallback: 'Wait' }, element, isHidden && createElement(never)),
  'an activity': (isHidden: boolean, element: ReactElement): ReactElement =>
    createElement(Activity, { mode: isHidden ? 'hidden' : 'visible', children: element }),
}
const never = lazy(() => new Promise<never>(() => {}))

test.each(Object.entries(hidings))('%s hides the page, whose handlers are told what comes then', async (_, hiding) => {
  const fixture = prepared()
  const calls: string[] = []
  const inside = page({ texts, onPaid: ({ type }) => calls.push(type) })
  await shown(hiding(false, inside), 'render')
  root!.render(hiding(true, inside))
  await vi.waitFor(() => expect(checkout().checkVisibility()).toBe(false))
  await fixture.host.concluded(outcomes.paid)
  root!.render(hiding(false, inside))
  await vi.waitFor(() => expect(checkout().checkVisibility()).toBe(true))
  await ripe(checkout())
  expect(calls).toEqual(['tender-paid'])
})

test('a handler is not called once the page is gone', async () => {
  prepared()
  const calls: string[] = []
  await shown(page({ texts, onPaid: ({ type }) => calls.push(type) }), 'render')
  const element = checkout()
  root!.render(null)
  await vi.waitFor(() => expect(element.isConnected).toBe(false))
  element.dispatchEvent(new CustomEvent('tender-paid'))
  expect(calls).toEqual([])
})

test('ref is as on a tag: another one takes its place, and what it returns cleans up', async () => {
  prepared()
  const calls: string[] = []
  const ref =
    (name: string, cleans: boolean): Ref<TenderCheckoutElement> =>
    (element) => {
      calls.push(`${name} ${element && element.localName}`)
      if (cleans) return () => void calls.push(`${name} cleaned`)
      return undefined
    }
  const own = { current: null as TenderCheckoutElement | null }
  const withRef = (given?: Ref<TenderCheckoutElement>): ReactElement =>
    createElement(TenderCheckout, { order: ticket, src: proxy, texts, ref: given })
  await shown(withRef(ref('first', true)), 'render')
  root!.render(withRef(ref('second', false)))
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  root!.render(withRef(own))
  await vi.waitFor(() => expect(own.current).toBe(checkout()))
  root!.render(null)
  await vi.waitFor(() => expect(own.current).toBe(null))
  expect(calls).toEqual(['first tender-checkout', 'first cleaned', 'second tender-checkout', 'second null'])
})

test('a tag without the component is hydrated without a warning while it loads', async () => {
  prepared((made) => (made.answers = false))
  const element = createElement('tender-checkout', { order: ticket, src: proxy })
  await served(element)
  root = hydrateRoot(place, element)
  await ripe(checkout())
  expect(checkout().state).toBe('loading')
})
