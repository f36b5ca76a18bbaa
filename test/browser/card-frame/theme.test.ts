import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Appearance } from '#contract/appearance/appearance.ts'
import type { Checkout } from '#contract/checkout.ts'
import { language as ar } from '#texts/languages/ar.ts'
import { language as en } from '#texts/languages/en.ts'
import { language as ru } from '#texts/languages/ru.ts'
import { declined, field, fillCard, openFixture, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const themes: readonly (readonly [string, Appearance])[] = [
  ['light', { scheme: 'light', background: '#ffffff' }],
  ['dark', { scheme: 'dark', background: '#16181d' }],
]

const states: Readonly<Record<string, (fixture: Fixture) => Promise<unknown>>> = {
  empty: async () => {},
  'filled in': () => fillCard(),
  'with errors': () => payButton().click(),
  'with the number wrong': async () => {
    await field('Card number').fill('4111111111111112')
    await field('Security code').click()
  },
  paying: async ({ answers }) => {
    answers['/api/pay'] = [new Promise<object>(() => {})]
    await fillCard()
    await payButton().click()
    await expect.element(payButton()).toHaveTextContent('Paying…')
  },
  'after a decline': async ({ answers, frame }) => {
    answers['/api/pay'] = [declined]
    await fillCard()
    await frame.submit()
    await frame.again()
  },
}

const off = { enabled: false }

const stored = { bindingId: 'b', maskedPan: '676347**0005', expiry: '203103', expired: false }
const savedCards = [{ ...stored, bindingId: 'o', expired: true }, stored, { ...stored, bindingId: 'c', label: 'Work' }]
const asks = [{ data: 'email' }, { data: 'phone' }, { data: 'billing' }] as const
const recurrent = { mode: 'ask', as: 'recurrent', frequency: '28', until: '20311231' } as const

/** Everything that a checkout may add to the form, with the shopper's steps up to the tested screen. */
const paths: Readonly<Record<string, readonly [Partial<Checkout>, (fixture: Fixture) => Promise<unknown>]>> = {
  'stored cards': [{ savedCards }, async () => {}],
  'a stored card without its code': [{ savedCards }, () => payButton().click()],
  'a card about to be removed': [{ savedCards }, () => page.getByTestId('remove-card').nth(1).click()],
  'a card that could not be removed': [
    { savedCards },
    async ({ answers }) => {
      answers['/api/cards/remove'] = ['lost']
      await page.getByTestId('remove-card').nth(1).click()
      await page.getByTestId('remove-confirm').click()
      await expect.element(page.getByText('The card could not be removed.')).toBeVisible()
    },
  ],
  'another card, and the consent to store it': [
    { savedCards, saving: recurrent },
    () => page.getByTestId('use-another-card').click(),
  ],
  'payer data': [{ asks: [...asks] }, async () => {}],
  'payer data missing': [{ asks: [...asks] }, () => payButton().click()],
  'a telephone order': [{ channel: 'moto' }, async () => {}],
  'a card to be stored': [{ verify: true, saving: { mode: 'required', as: 'common' } }, async () => {}],
}

/** The violations that axe-core finds in the frame's document; headings and landmarks are up to the page around it. */
async function complaints(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    rules: { region: off, 'landmark-one-main': off, 'page-has-heading-one': off },
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

for (const [theme, appearance] of themes)
  for (const [state, reach] of Object.entries(states))
    test(`axe finds nothing in the ${theme} form, ${state}`, async () => {
      fixture = await openFixture({}, { appearance })
      await reach(fixture)
      for (const { effect } of document.getAnimations()) effect?.updateTiming({ duration: 0, iterations: 1 })
      expect(await complaints()).toEqual([])
    })

for (const [theme, appearance] of themes)
  for (const [screen, [checkout, reach]] of Object.entries(paths))
    test(`axe finds nothing in the ${theme} form, with ${screen}`, async () => {
      fixture = await openFixture(checkout, { appearance })
      await reach(fixture)
      for (const { effect } of document.getAnimations()) effect?.updateTiming({ duration: 0, iterations: 1 })
      expect(await complaints()).toEqual([])
    })

const presets: readonly Appearance[] = [
  { scheme: 'light', fields: 'underlined', label: 'floating', radius: 0 },
  { scheme: 'dark', fields: 'filled', label: 'floating', radius: 16 },
  { scheme: 'light', text: '#000000', background: '#ffffff', border: '#000000', 'border-width': 2, 'focus-width': 4 },
  { scheme: 'light', background: '#7a1010', text: '#808080', accent: '#7a1010', danger: '#7a1010', 'text-size': 22 },
]

for (const [index, appearance] of presets.entries())
  for (const [state, reach] of Object.entries(states))
    test(`axe finds nothing in the form with tokens ${index + 1}, ${state}`, async () => {
      fixture = await openFixture({}, { appearance })
      await reach(fixture)
      for (const { effect } of document.getAnimations()) effect?.updateTiming({ duration: 0, iterations: 1 })
      expect(await complaints()).toEqual([])
    })

test('a floating label stands in its empty field, and above what is typed', async () => {
  fixture = await openFixture({}, { appearance: { scheme: 'light', label: 'floating' } })
  const [label, input] = [document.querySelector('label')!, document.querySelector('input')!]
  const size = () => label.getBoundingClientRect().width / label.offsetWidth
  expect(size()).toBeCloseTo(1.19)
  expect(label.getBoundingClientRect().bottom).toBeGreaterThan(input.getBoundingClientRect().top)
  await field('Card number').fill('4444')
  await expect.poll(size).toBeCloseTo(1)
  expect(label.getBoundingClientRect().bottom).toBeLessThan(input.getBoundingClientRect().bottom - 20)
})

/** Controls that are too small for a finger, and those whose text does not fit. */
const cramped = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.cell, button, .option > label, label.consent')]
    .filter((target) => target.getBoundingClientRect().height < 44 || target.scrollWidth > target.clientWidth)
    .map(({ outerHTML }) => outerHTML)

for (const [locale, direction, card] of [
  ['en', 'ltr', en.card],
  ['ru', 'ltr', ru.card],
  ['ar', 'rtl', ar.card],
] as const)
  for (const [screen, [checkout]] of Object.entries(paths))
    test(`at 320 px in ${locale} nothing is wider than the frame, with ${screen}`, async () => {
      await page.viewport(320, 700)
      fixture = await openFixture(checkout, { locale, direction, card })
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
      expect(cramped()).toEqual([])
    })

test.each([320, 480])('at %i px nothing is wider than the frame', async (width) => {
  await page.viewport(width, 700)
  fixture = await openFixture({ amount: 999_999_999_999 })
  await payButton().click()
  await field('Card number').fill('9860123412341234567')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(cramped()).toEqual([])
  for (const input of document.querySelectorAll('input'))
    expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth)
})

test('in Arabic the page runs from right to left, the number from left to right', async () => {
  fixture = await openFixture({}, { locale: 'ar', direction: 'rtl', card: ar.card })
  await field(ar.card.number).fill('5555555555555599')
  expect([document.documentElement.lang, document.dir, document.title]).toEqual(['ar', 'rtl', ar.card.form])
  const [number, expiry, code] = [...document.querySelectorAll('input')]
  for (const input of [number!, expiry!, code!]) expect(getComputedStyle(input).direction).toBe('ltr')
  expect(getComputedStyle(document.querySelector('label')!).direction).toBe('rtl')
  expect(expiry!.getBoundingClientRect().left).toBeGreaterThan(code!.getBoundingClientRect().left)
  expect(document.querySelector('button bdi')!.textContent).toContain('€')
})

test('inputs are large enough that no phone zooms in', async () => {
  fixture = await openFixture()
  for (const input of document.querySelectorAll('input')) expect(getComputedStyle(input).fontSize).toBe('16px')
})
