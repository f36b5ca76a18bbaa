import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { language as ru } from '#texts/languages/ru.ts'
import { field, fillCard, openFixture, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

test('the page’s own texts are in place of the form’s, and what was typed stays', async () => {
  fixture = await openFixture()
  await field('Card number').fill('4111')
  const own = { number: 'Number', form: 'Your card', pay: 'Buy for {amount}', numberShort: 'There is more.' }
  expect(await fixture.frame.override(own)).toEqual([])
  await expect.element(payButton()).toHaveTextContent('Buy for €1,299.00')
  await expect.element(field('Number')).toHaveValue('4111')
  expect(document.title).toBe('Your card')
  await field('Security code').click()
  await expect.element(page.getByText('There is more.').first()).toBeVisible()
})

test('they are in place of what a country calls the fields of an address, too', async () => {
  fixture = await openFixture({ asks: [{ data: 'billing' }] })
  await expect.element(field('ZIP code')).toBeVisible()
  const own = { state: 'Canton', postalCode: 'Zone', postalCodeMissing: 'Enter your zone.' }
  expect(await fixture.frame.override(own)).toEqual([])
  await expect.element(field('Zone')).toBeVisible()
  await fillCard()
  await field(/^Address/).fill('Main Street 1')
  await field('City').fill('Springfield')
  await fixture.frame.submit()
  await expect.element(page.getByRole('status')).toHaveTextContent('Choose Canton. Enter your zone.')
})

test('they are in place of what comes only with an address, too', async () => {
  fixture = await openFixture({ asks: [{ data: 'billing' }] })
  const own = {
    addressLine2: 'Staircase',
    stateMissing: 'Choose a state.',
    postalCodeWrong: 'The {field} is not right: one is {example}.',
    addressLong: '{field} is too long: {length} signs.',
  }
  expect(await fixture.frame.override(own)).toEqual([])
  await expect.element(field('Staircase (optional)')).toBeVisible()
  await fillCard()
  await field(/^Address/).fill('Main Street 1')
  await field('City').fill('Springfield'.repeat(5))
  await field('ZIP code').fill('9501')
  await fixture.frame.submit()
  const summary = page.getByRole('status')
  await expect
    .element(summary)
    .toHaveTextContent(
      'City is too long: 50 signs. Choose a state. The ZIP code is not right: one is \u206695014\u2069.',
    )
  expect(await fixture.frame.override({ ...own, postalCodeWrong: 'This is no code.' })).toEqual([])
  await expect.element(summary).toHaveTextContent('City is too long: 50 signs. Choose a state. This is no code.')
})

test('they stay in another language', async () => {
  fixture = await openFixture()
  fixture.answers['/api/texts/ru'] = [{ card: ru.card, locale: 'ru', direction: 'ltr' }]
  await fixture.frame.override({ number: 'Number', form: 'Your card' })
  await fixture.frame.restyle({ locale: 'ru', appearance: { scheme: 'light' } })
  await expect.element(field(ru.card.cvc)).toBeVisible()
  await expect.element(field('Number')).toBeVisible()
  expect(document.title).toBe('Your card')
})
