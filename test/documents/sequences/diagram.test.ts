import { expect, test } from 'vitest'
import { diagram, inOrder, partiesOf, type Message } from '../../../scripts/documents/sequences/diagram.ts'

const messages: readonly Message[] = [
  { from: 'proxy', to: 'gateway', what: 'register.do' },
  { from: 'gateway', to: 'proxy', what: 'register.do', detail: 'registered' },
  { from: 'browser', to: 'proxy', what: 'prepare', detail: 'open' },
  { from: 'proxy', to: 'gateway', what: 'paymentorder.do' },
  { from: 'gateway', to: 'issuer', what: 'debitCard', detail: 'EUR <49.90>' },
  { from: 'browser', to: 'proxy', what: 'pay', detail: 'paid' },
  { from: 'gateway', to: 'shop', what: 'callback' },
]

test('a request of the browser is drawn before what the proxy did for it, and its answer after', () => {
  expect(inOrder(messages).map(({ from, to, what }) => `${from} > ${to} ${what}`)).toEqual([
    'browser > proxy prepare',
    'proxy > gateway register.do',
    'gateway > proxy register.do',
    'proxy > browser prepare',
    'browser > proxy pay',
    'proxy > gateway paymentorder.do',
    'gateway > issuer debitCard',
    'proxy > browser pay',
    'gateway > shop callback',
  ])
})

test('parties stand from the shopper’s side to the bank’s, and only those that take part', () => {
  expect(partiesOf(messages)).toEqual(['shop', 'browser', 'proxy', 'gateway', 'issuer'])
})

test('what the parties say is text in the picture, and its description has all of it', () => {
  const svg = diagram('A card & more', messages)
  expect(svg).toContain('<title id="title">A card &amp; more</title>')
  expect(svg).toContain('gateway to issuer: debitCard (EUR &lt;49.90&gt;); browser to proxy: pay (paid)')
  expect(svg).not.toContain('<49.90>')
  expect(svg.match(/class="call"/g)).toHaveLength(messages.length)
})
