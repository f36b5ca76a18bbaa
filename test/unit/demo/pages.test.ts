import { expect, test } from 'vitest'
import type { Try } from '#contract/merchant/merchant.ts'
import { noFaults } from '#sandbox/scenario/fault-switches.ts'
import { operatorPage } from '../../../demo/operator/operator-page.ts'
import { shopPage } from '../../../demo/shop/page.ts'
import { claimsOf, readWanted, type Numbered } from '../../../demo/shop/order.ts'

const preset = (query: string): Numbered =>
  ({ ...readWanted(new URLSearchParams(query)), orderNumber: 'A-17' }) as Numbered

const page = { ticket: 'ticket', proxy: 'http://proxy', console: 'http://console', cards: [], query: '' } as const

const shopWith = (query: string, hasHelp = false): string =>
  shopPage({
    ...page,
    preset: preset(query),
    price: '€0.00',
    direction: 'ltr',
    faults: {},
    usualFaults: noFaults,
    hasHelp,
  })

test('an order that only checks a card says so, and shows no price', () => {
  const html = shopWith('verify=yes&clientId=c')
  expect(html).toContain('<b>Card check</b>')
  expect(html).not.toContain('€0.00')
  expect(shopWith('amount=0')).toContain('€0.00')
})

test.each([
  ['verify=yes&clientId=c', 'required'],
  ['verify=yes&clientId=c&save=ask', 'ask'],
  ['verify=yes', undefined],
  ['save=never', 'never'],
])('an order of %s has the claim save %s', (query, save) => {
  expect((claimsOf(preset(query), 'http://localhost/') as { save?: string }).save).toBe(save)
})

test('what the checkout itself helps with is not in the panel a second time', () => {
  for (const part of ['<summary>Test cards', 'id="faults"', 'id="timeline"']) {
    expect(shopWith(''), part).toContain(part)
    expect(shopWith('', true), part).not.toContain(part)
  }
  for (const part of ['id="webhooks"', 'New order']) expect(shopWith('', true), part).toContain(part)
})

const operatorWith = (current: Partial<Try>): string => {
  const last: Try = { orderNumber: 'A-17', orderId: '0a4e', state: 'paid', amount: 0, currency: '978', ...current }
  const order = { orderNumber: 'A-17', state: last.state, current: last, tries: [last], version: 1 }
  return operatorPage({ ...page, preset: preset(''), orders: [order], nextNumber: 'B-1' })
}

/** The row of the only order, without its markup. */
const rowOf = (html: string): string =>
  /<tbody>([^]*?)<\/tbody>/
    .exec(html)![1]!
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('the operator reads each thing about an order once', () => {
  expect(rowOf(operatorWith({ state: 'cancelled', reason: 'cancelled' })).match(/cancelled/g)).toHaveLength(1)
  expect(rowOf(operatorWith({ state: 'declined', reason: 'insufficient_funds' }))).toContain(
    'declined insufficient funds',
  )
  expect(rowOf(operatorWith({ state: 'verified' }))).toContain('card check')
  expect(rowOf(operatorWith({ state: 'paid', amount: 4990 }))).toContain('€49.90')
})

test('every page leads to all the others', () => {
  for (const html of [shopWith(''), operatorWith({})])
    for (const address of ['/', '/spa', '/operator', '/back-office', '/playground', '/docs/', page.console])
      expect(html).toContain(`href="${address}"`)
})
