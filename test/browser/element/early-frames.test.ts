import { afterEach, beforeEach, expect, test } from 'vitest'
import { TenderCheckout } from '#element/element.ts'
import type { BrowserServices } from '#element/element-context.ts'
import { browserContext } from '#element/ports.ts'
import { preferredLocales } from '#element/i18n/preferred-locales.ts'
import { addEarlyFrames } from '#element/script-tag/early-frames.ts'
import { clearNotices, showNotice } from '#element/script-tag/notice.ts'
import { poll } from '../../support/poll.ts'
import { facts, ticket, ticketOf } from '../../unit/element/outcomes.ts'
import { proxy } from './fixture.ts'

/** The parts of a page that the script tag uses, with a registry in which nothing is defined yet. */
const home = Object.create(window, {
  customElements: { value: { get: () => undefined, whenDefined: () => new Promise(() => {}) } },
  document: { value: document },
  MutationObserver: { value: MutationObserver },
  addEventListener: { value: window.addEventListener.bind(window) },
  removeEventListener: { value: window.removeEventListener.bind(window) },
}) as Window & typeof globalThis

const checkout = (attributes: Record<string, string> = {}): HTMLElement => {
  const element = document.createElement('tender-checkout')
  for (const [name, value] of Object.entries({ order: ticket, src: proxy, locale: 'ar', ...attributes }))
    element.setAttribute(name, value)
  document.body.append(element)
  return element
}
const frameOf = (element: Element) => element.shadowRoot?.querySelector('iframe') ?? undefined

beforeEach(() => document.body.replaceChildren())
afterEach(() => document.body.replaceChildren())

test('a checkout has its frame, in the locale and the tokens that it asks for, before the element is loaded', () => {
  const element = checkout({ style: '--tender-accent: #ffcc00; --tender-radius: 4px', theme: 'dark' })
  addEarlyFrames(home)
  const frame = frameOf(element)!
  const { origin, pathname, searchParams } = new URL(frame.src)
  expect([origin, pathname]).toEqual([proxy, '/card'])
  expect(Object.fromEntries(searchParams)).toEqual({
    locale: expect.stringMatching(/^ar,/),
    scheme: 'dark',
    accent: '#ffcc00',
    radius: '4',
  })
  expect([frame.sandbox.value, frame.referrerPolicy]).toEqual([expect.stringContaining('allow-scripts'), 'no-referrer'])
  expect(frame.getBoundingClientRect().height).toBe(240)
  expect(getComputedStyle(element).display).toBe('block')
})

test('a checkout in a component of the shop has its frame in the language around the host of its shadow tree', () => {
  const host = document.createElement('div')
  host.lang = 'fr'
  document.body.append(host)
  const element = checkout({ locale: '' })
  host.attachShadow({ mode: 'open' }).append(element)
  expect(preferredLocales(element, '', ticketOf({ language: 'ru' }))).toEqual(['ru', 'fr', navigator.language])
  expect(preferredLocales(element, '', ticketOf({ language: {} }))).toEqual(['fr', navigator.language])
})

test('a checkout without a frame is prepared once, although what is fetched for it changes the page', async () => {
  const element = checkout({ order: ticketOf({ ...facts, methods: ['bank-page'] }) })
  const links: Element[] = []
  addEarlyFrames(home, () => {
    // Without an end, it would take the whole thread.
    if (links.push(document.createElement('link')) < 9) document.head.append(links.at(-1)!)
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect([frameOf(element), links.length]).toEqual([undefined, 1])
  for (const link of links) link.remove()
})

test('it is known when every frame has loaded, also without its document', async () => {
  expect(await addEarlyFrames(home).haveLoaded()).toEqual([])
  const element = checkout()
  const other = checkout()
  const { haveLoaded } = addEarlyFrames(home)
  let isOver = false
  const over = haveLoaded().then(() => (isOver = true))
  frameOf(element)!.dispatchEvent(new Event('load'))
  // No turn of the event loop, in which the other frame could really fail.
  for (let step = 0; step < 10; step++) await undefined
  expect(isOver).toBe(false)
  frameOf(other)!.dispatchEvent(new Event('load'))
  await over
})

test.each([
  ['its first checkout has its frame', () => void checkout()],
  ['its HTML has been read', () => void document.dispatchEvent(new Event('DOMContentLoaded'))],
])('the frames of a page that is still loading are waited for until %s', async (_, come) => {
  Object.defineProperty(document, 'readyState', { value: 'loading', configurable: true })
  const { haveLoaded } = addEarlyFrames(home)
  Reflect.deleteProperty(document, 'readyState')
  let isOver = false
  const over = haveLoaded().then(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(isOver).toBe(false)
  come()
  const frame = () => document.querySelector('tender-checkout')?.shadowRoot?.querySelector('iframe')
  if (document.querySelector('tender-checkout')) await poll(() => Boolean(frame())).toBe(true)
  frame()?.dispatchEvent(new Event('load'))
  await over
})

test('a checkout that is added later has one too', async () => {
  addEarlyFrames(home)
  const element = checkout()
  await expect.poll(() => frameOf(element)?.src).toContain('/card?')
})

test.each([
  ['without a ticket', { order: '' }],
  ['of a proxy that is none', { src: 'ftp://pay.shop.example' }],
  ['of a theme that is none', { theme: 'purple' }],
])('a checkout %s has none', (_, attributes) => {
  const element = checkout(attributes)
  addEarlyFrames(home)
  expect(element.shadowRoot).toBeNull()
})

test('a page whose element is defined gets none', () => {
  const defined = Object.create(home, { customElements: { value: { get: () => TenderCheckout } } }) as typeof home
  const element = checkout()
  addEarlyFrames(defined)
  expect(element.shadowRoot).toBeNull()
})

// Everything of a browser’s own looks like a broken page, and a target of 21 px is none (WCAG 2.5.8).
test('a notice moves nothing; a failure takes the place of the form, which stays with what was typed', () => {
  const element = checkout()
  addEarlyFrames(home)
  const frame = frameOf(element)!
  const box = element.shadowRoot!.querySelector<HTMLElement>('.box')!
  const notice = () => element.shadowRoot!.querySelector<HTMLElement>('[data-tender-notice]')
  const shown = () => ({
    height: box.offsetHeight,
    top: frame.getBoundingClientRect().top,
    form: getComputedStyle(frame).visibility,
  })
  const before = shown()
  showNotice(document, 'slow')
  expect([notice()!.checkVisibility(), shown()]).toEqual([true, before])
  const [button, words] = [frame.getBoundingClientRect(), notice()!.querySelector('p')!.getBoundingClientRect()]
  expect([words.left, words.right]).toEqual([button.left, button.right])
  showNotice(document, 'failed', () => {})
  expect(shown()).toEqual({ ...before, form: 'hidden' })
  expect(frame.isConnected).toBe(true)
  const buttons = [...notice()!.querySelectorAll('button')]
  expect(buttons.map((one) => [one.offsetHeight, one.offsetWidth])).toEqual(
    ['retry', 'bank-page'].map(() => [48, words.width]),
  )
  expect(buttons.map((one) => getComputedStyle(one).fontSize)).toEqual(['16px', '16px'])
  clearNotices(document)
  expect([notice(), shown()]).toEqual([null, before])
})

test('a notice in an element that is styled already leaves its styles', () => {
  const element = checkout()
  const own = new CSSStyleSheet()
  element.attachShadow({ mode: 'open' }).adoptedStyleSheets = [own]
  showNotice(document, 'failed')
  expect(element.shadowRoot!.adoptedStyleSheets).toEqual([own])
})

test('a style of the page’s HTML that its policy refuses is none', () => {
  const element = checkout()
  element.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('style'), { type: 'refused' }))
  addEarlyFrames(home)
  expect(element.shadowRoot!.adoptedStyleSheets).toHaveLength(1)
})

test('a checkout without a frame has the same notice', () => {
  const element = checkout({ theme: 'purple' })
  showNotice(document, 'failed', () => {})
  const buttons = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[data-tender-notice] button')]
  expect(buttons.map((one) => one.offsetHeight)).toEqual([48, 48])
})

/** What the element calls its frames with. */
const calls: { readonly frame: HTMLIFrameElement; readonly hello: string | undefined }[] = []

test('the element adopts the frame with the hello that it has sent, and renders around it', async () => {
  const [element, other] = [checkout(), checkout()]
  addEarlyFrames(home)
  const [frame, second] = [frameOf(element)!, frameOf(other)!]
  const hello = { data: { tender: 'tender:hello', nonce: 'n-1' }, origin: proxy, source: frame.contentWindow }
  window.dispatchEvent(new MessageEvent('message', { ...hello, origin: 'https://evil.example' }))
  expect(frame.dataset['hello']).toBe('')
  window.dispatchEvent(new MessageEvent('message', hello))
  other.setAttribute('src', 'http://127.0.0.1:2')
  const { contentWindow } = frame // another one in a frame that is moved
  customElements.define(
    'tender-checkout',
    class extends TenderCheckout {
      protected override context(): BrowserServices {
        return {
          ...browserContext,
          callFrame: (called, _, side) => {
            calls.push({ frame: called, hello: side.hello })
            return { remote: new Promise(() => {}), disconnect: () => {} }
          },
        }
      }
    },
  )
  await poll(() => calls.length).toBe(2)
  expect(calls).toEqual([
    { frame, hello: 'n-1' },
    { frame: frameOf(other), hello: undefined },
  ])
  expect(frameOf(element)).toBe(frame)
  expect(frameOf(other)).not.toBe(second)
  expect(frameOf(other)!.src).toContain('http://127.0.0.1:2/card?')
  expect(frame.contentWindow).toBe(contentWindow)
  const box = element.shadowRoot!.querySelector('.box')!
  expect([...box.children].map(({ className, localName }) => className || localName)).toEqual([
    'slot',
    'sense',
    'probe',
    'unseen',
    'above',
    'place',
    'slot',
    'end',
    'below',
    'slot',
    'slot',
    'div',
    'div',
  ])
})
