import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostedPageForm } from '#element/hosted-page-form.ts'
import { loadFirst } from '#element/script-tag/load-first.ts'
import { preload } from '#element/script-tag/preload.ts'

class TenderCheckout extends HTMLElement {}

/** A page whose forms and pauses the test ends, how often code was loaded, and the names that were defined on it. */
function pageWith(known?: CustomElementConstructor) {
  const loads: string[] = []
  const defined: string[] = []
  const pauses: number[] = []
  let formsCome = (): void => {}
  let pausesEnd = (): void => {}
  const forms = new Promise<void>((resolve) => (formsCome = resolve))
  const paused = new Promise<void>((resolve) => (pausesEnd = resolve))
  const get = async (folder = '') => (loads.push(folder), { TenderCheckout })
  const loading = loadFirst(get, {
    page: document,
    tag: undefined,
    registry: { get: () => known, define: (name) => void defined.push(name) },
    formsAreThere: () => forms,
    sleep: (ms) => (pauses.push(ms), paused),
    complain: (line) => {
      throw new Error(line)
    },
  })
  return { loads, defined, pauses, loading, formsCome, pausesEnd }
}

/** Long enough for everything that waits for nothing. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => document.body.append(document.createElement('tender-checkout')))
afterEach(() => document.body.replaceChildren())
afterEach(() => other.head.replaceChildren())

test('the code of the element is loaded once the forms are there', async () => {
  const { loads, defined, loading, formsCome } = pageWith()
  await settled()
  expect([loads, defined]).toEqual([[], []])
  formsCome()
  await loading
  expect(defined).toEqual(['tender-checkout'])
})

test('a form that does not come is waited for a second', async () => {
  const { defined, pauses, loading, pausesEnd } = pageWith()
  await settled()
  expect(pauses).toEqual([5_000, 1_000])
  pausesEnd()
  await loading
  expect(defined).toEqual(['tender-checkout'])
})

test('an element that the page has defined meanwhile stays', async () => {
  const { defined, loading, formsCome } = pageWith(TenderCheckout)
  formsCome()
  await loading
  expect(defined).toEqual([])
})

test.each([
  ['properties', (checkout: Element, given: object) => Object.assign(checkout, given)],
  [
    'attributes',
    (checkout: Element, given: object) =>
      Object.entries(given).forEach(([name, value]) => checkout.setAttribute(name, String(value))),
  ],
])('the form to the gateway’s page has the order that a page gives by %s', (_, give) => {
  const checkout = document.querySelector('tender-checkout')!
  give(checkout, { src: 'https://pay.shop.example', order: 'the.order.ticket' })
  const [form] = hostedPageForm(checkout, 'Pay there')
  expect(form!.action).toBe('https://pay.shop.example/pay')
  expect(Object.fromEntries(new FormData(form))).toEqual({ order: 'the.order.ticket' })
})

const other = document.implementation.createHTMLDocument()
const links = () => [...other.head.querySelectorAll('link')].map(({ rel, href, nonce }) => [rel, href, nonce])
const element = (address?: string) => Object.assign(async () => {}, address && { address: () => address })

test('the code of the element is fetched from where it will be imported, with the nonce of the script tag', () => {
  const preloading = { page: other, element: element('https://pay.shop.example/v1/chunks/define-1.js'), nonce: 'n-1' }
  preload(preloading, ['en'], [])
  expect(links()).toEqual([['modulepreload', 'https://pay.shop.example/v1/chunks/define-1.js', 'n-1']])
})

test('a script tag that was not built fetches nothing', () => {
  preload({ page: other, element: element() }, ['de'], ['googlePay'])
  expect(links()).toEqual([])
})
