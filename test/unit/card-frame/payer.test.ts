import { expect, test } from 'vitest'
import { countryCodes } from '#card-frame/payer/countries.ts'
import { check, dataOf, known, fieldSpecs } from '#card-frame/payer/data.ts'
import { PayerData } from '#contract/payment-methods.ts'

test.each([
  ['email', '', 'emailMissing'],
  ['email', 'jane', 'emailWrong'],
  ['email', 'jane@shop', 'emailWrong'],
  ['email', ' jane@shop.example ', undefined],
  ['phone', '  ', 'phoneMissing'],
  ['phone', '123456', 'phoneWrong'],
  ['phone', '+1234567890123456', 'phoneWrong'],
  ['phone', '+44 call me', 'phoneWrong'],
  ['phone', '44+2079460018', 'phoneWrong'],
  ['phone', '+44 (20) 7946-0018', undefined],
  ['phone', '0044 20 7946 0018', undefined],
  ['phone', '+٤٤٢٠٧٩٤٦٠٠١٨', undefined],
  ['address', '', 'addressMissing'],
  ['city', '', 'cityMissing'],
  ['postalCode', '', 'postalCodeMissing'],
  ['country', '', 'countryMissing'],
  ['country', 'DE', undefined],
  ['state', '', undefined],
  ['state', 'Île-de-France', undefined],
  ['state', 'Москва', 'stateLatin'],
] as const)('%s %j: %s', (field, value, problem) => {
  expect(check(field, value)).toBe(problem)
})

const values = {
  email: ' jane@shop.example ',
  phone: '+٤٤ (20) 7946-0018',
  address: 'Main Street 1',
  city: 'Springfield',
  postalCode: '12345',
  state: '',
  country: 'US',
}

test('what was asked is sent as the gateway wants it, and nothing else', () => {
  const billing = {
    billingAddressLine1: 'Main Street 1',
    billingCity: 'Springfield',
    billingPostalCode: '12345',
    billingCountry: 'US',
  }
  expect(dataOf(['email', 'phone', 'billing'], values)).toEqual({
    email: 'jane@shop.example',
    phone: '+442079460018',
    billing,
  })
  expect(dataOf(['phone'], values)).toEqual({ phone: '+442079460018' })
  expect(PayerData.safeParse(dataOf(['email', 'phone', 'billing'], values)).success).toBe(true)
})

test('what is wrong or missing is left out, as when a wallet pays', () => {
  expect(dataOf(['email', 'phone', 'billing'], { email: 'jane', phone: '', city: 'Springfield' })).toEqual({
    billing: { billingCity: 'Springfield' },
  })
  expect(dataOf(['email', 'billing'], {})).toEqual({})
})

test('what is known is filled in; a country only where it is one of the list', () => {
  expect(known({ email: 'jane@shop.example', billing: { billingCity: 'Ulm', billingCountry: 'DE' } })).toMatchObject({
    email: 'jane@shop.example',
    phone: '',
    city: 'Ulm',
    country: 'DE',
  })
  expect(known({ billing: { billingCountry: 'Deutschland' } })).toMatchObject({ country: '' })
})

test('no field takes more than the contract lets through', () => {
  const longest = Object.fromEntries(Object.entries(fieldSpecs).map(([field, nature]) => [field, nature.longest]))
  expect(longest).toMatchObject({ email: 40, address: 50, city: 50, postalCode: 9, state: 50 })
})

test('every country of the list has a name in every language, in its order', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const locale of ['en', 'ru', 'ar']) {
    const names = fieldSpecs.country.choices!(locale).map(([, name]) => name)
    expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
    expect(names).toEqual(names.toSorted(new Intl.Collator(locale).compare))
  }
})
