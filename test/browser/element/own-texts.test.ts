import { afterEach, expect, test } from 'vitest'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { poll } from '../../support/poll.ts'
import { mount, mounted, ripe } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

const shown = (shadow: ShadowRoot): string => shadow.querySelector('.screen')!.textContent.replaceAll(/\s+/g, ' ')
const name = (shadow: ShadowRoot): string | null => shadow.querySelector('.box')!.ariaLabel

test('the page’s own texts are in place of the element’s, live and in every language', async () => {
  const { element, shadow, fixture } = await mounted({}, (made) => (made.onOpen = outcomes.paid))
  expect(shown(shadow)).toContain('Payment successful')
  element.texts = { checkout: { paid: 'It is yours', paidHint: 'We have {amount}.' } }
  await ripe(element)
  expect(shown(shadow)).toContain('It is yours We have RUB 1,299.00.')
  element.locale = 'ru'
  await ripe(element)
  expect(shown(shadow)).toMatch(/It is yours We have 1\s299,00\s₽\./)
  expect(shown(shadow)).toContain('Заказ')
  element.texts = undefined
  await ripe(element)
  expect(shown(shadow)).toContain('Оплата прошла')
  expect(fixture.complaints).toEqual([])
})

test('the buttons of other methods get the page’s own texts, also those that are there already', async () => {
  const { element, shadow } = await mounted({}, (made) => (made.codes = { sbp: { stores: false } }))
  const label = () => shadow.querySelector('[data-testid=code-sbp]')?.ariaLabel
  await poll(label).toBe('Pay with SBP')
  element.texts = { checkout: { payWith: 'Get it by {wallet}' } }
  await ripe(element)
  expect(label()).toBe('Get it by SBP')
})

test('the frame gets its texts before it is opened, and each change once', async () => {
  const { element, fixture } = mount()
  const texts = { card: { pay: 'Buy for {amount}' }, checkout: { slow: 'One moment…', paid: 'It is yours' } }
  element.texts = texts
  await ripe(element)
  const first = { pay: 'Buy for {amount}', slow: 'One moment…' }
  expect(fixture.overrides).toEqual([first])
  element.texts = structuredClone(texts)
  await ripe(element)
  expect(fixture.overrides).toEqual([first])
  element.texts = { card: { pay: 'Get for {amount}' } }
  await ripe(element)
  expect(fixture.overrides).toEqual([first, { pay: 'Get for {amount}' }])
  expect(fixture.openings).toHaveLength(1)
})

test('a frame that is loaded again gets the texts again, an order in the same one does not', async () => {
  const { element, fixture } = mount()
  element.texts = { card: { pay: 'Buy for {amount}' } }
  await ripe(element)
  element.order = ticketOf({ ...facts, orderNumber: 'A-18' })
  await ripe(element)
  expect([fixture.openings.length, fixture.overrides.length]).toEqual([2, 1])
  element.remove()
  document.body.append(element)
  await ripe(element)
  expect(fixture.overrides).toHaveLength(2)
})

test('a page without texts of its own sends none', async () => {
  const { fixture } = await mounted()
  expect(fixture.overrides).toEqual([])
})

test('each text that breaks a rule is a sentence in the console, and the others are shown', async () => {
  const { element, shadow, fixture } = await mounted({}, (made) => {
    made.onOverride = ['"texts.card.pay" must have {amount} once.']
  })
  const wrong: object = { checkout: { name: 'Your order', payed: 'x' }, card: { pay: 'Free' }, reason: {} }
  element.texts = wrong
  await ripe(element)
  expect(name(shadow)).toBe('Your order')
  const complaints = [
    'tender-checkout: config_texts: "texts.checkout.payed" is not known.',
    'tender-checkout: config_texts: "texts.reason" must be an object of texts, named "checkout", "card" or "reasons".',
    'tender-checkout: config_texts: "texts.card.pay" must have {amount} once.',
  ]
  expect(fixture.complaints).toEqual(complaints)
  element.texts = structuredClone(wrong)
  await ripe(element)
  expect(fixture.complaints).toEqual(complaints)
})
