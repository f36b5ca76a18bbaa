import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { address, countryCodes } from '#card-frame/payer/address.ts'
import { browserCountry } from '#browser/browser-country.ts'
import { payerRules } from '#card-frame/payer/data.ts'
import { phoneIn } from '#card-frame/payer/phone.ts'
import { formats } from '#card-frame/payer/tables/formats.ts'
import { PayerData } from '#contract/payment-methods.ts'
import { addressTables, phoneTables, type Country } from '../../../scripts/plugins/address-tables.ts'
import { root } from '../../support/root.ts'

const rules = payerRules(address)

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
  ['state', 'Qoraqalpogʻiston', undefined],
  ['state', 'Москва', 'stateLatin'],
] as const)('%s %j: %s', (field, value, problem) => {
  expect(rules.check(field, { [field]: value })).toBe(problem)
})

describe('a telephone number', () => {
  test.each([
    ['020 7946 0018', 'GB', '+442079460018', 'GB'],
    ['+44 (0)20 7946 0018', 'DE', '+442079460018', undefined],
    ['+44 20 7946 0018', 'GB', '+442079460018', 'GB'],
    ['\u202a+44 20−7946\u00a00018\u202c', 'GB', '+442079460018', 'GB'],
    ['8 (912) 345-67-89', 'RU', '+79123456789', 'RU'],
    ['06 1 234 5678', 'HU', '+3612345678', 'HU'],
    ['02 1234567', 'IT', '+39021234567', 'IT'],
    ['(201) 555-0123', 'US', '+12015550123', 'US'],
    ['0037060012345', 'US', '+37060012345', 'LT'],
    ['37060012345', '', '+37060012345', 'LT'],
  ])('%s typed in %j is %s', (typed, country, number, of) => {
    expect(phoneIn(typed, country)).toEqual({ number, country: of })
  })

  test.each([
    ['+999 1234567', 'US'],
    ['+33 1 23 45 67', 'US'],
    ['555 0123', ''],
  ])('%s typed in %j is none', (typed, country) => {
    expect(phoneIn(typed, country)).toBeUndefined()
  })

  test('is shown as it is sent, with its country', () => {
    expect(rules.specOf('phone', { phone: '020 7946 0018', country: 'GB' }).note!('de')).toBe(
      '\u2066+442079460018\u2069 · Vereinigtes Königreich',
    )
    expect(rules.specOf('phone', { phone: '', country: 'GB' }).note).toBeUndefined()
  })

  test.each([
    ['US', '+1 201 555 0123'],
    ['DE', '+49 201 555 012'],
    ['KZ', '+7 201 555 0123'],
    ['ZZ', '+1 201 555 0123'],
  ])('is in %s like %s, in one line', (country, example) => {
    expect(rules.specOf('phone', { country }).example).toBe(`\u2066${example.replaceAll(' ', '\u00a0')}\u2069`)
  })

  test('is in every country like one that the form takes', () => {
    const examples = countryCodes.map((country) => rules.specOf('phone', { country }).example!.slice(1, -1))
    expect(examples.filter((example, at) => !phoneIn(example, countryCodes[at]!))).toEqual([])
  })
})

test.each([
  [['de-AT', 'en-US'], 'AT'],
  [['de', 'en-GB'], 'GB'],
  [['es-419', 'ar'], ''],
  [['zh-Hant-TW', 'de-AT'], 'TW'],
  [['en-u-ca-gregory'], ''],
  [['', 'C', 'C.UTF-8', 'en-US@posix'], 'US'],
  [['de_AT.UTF-8'], 'AT'],
])('a browser with the languages %j is in %j', (languages, country) => {
  expect(browserCountry(languages)).toBe(country)
})

/** The fields as a form in English shows them: the label, with a mark where it may be left empty. */
function formOf(country: string): string[] {
  return rules.fieldsOf('billing', { country }).map((field) => {
    const { label, optional, choices } = rules.specOf(field, { country })
    return `${label?.('en') ?? field}${optional ? '?' : ''}${choices ? ' (list)' : ''}`
  })
}

test.each([
  ['US', ['country (list)', 'address', 'Apartment, floor?', 'city', 'State (list)', 'ZIP code']],
  ['DE', ['country (list)', 'address', 'Apartment, floor?', 'postalCode', 'city']],
  ['GB', ['country (list)', 'address', 'Apartment, floor?', 'Town', 'Postcode']],
  ['IN', ['country (list)', 'address', 'Apartment, floor?', 'city', 'postalCode', 'State (list)']],
  ['JP', ['country (list)', 'postalCode', 'Prefecture (list)', 'address', 'Apartment, floor?']],
  ['AE', ['country (list)', 'address', 'Apartment, floor?', 'Emirate (list)']],
  ['CA', ['country (list)', 'address', 'Apartment, floor?', 'city', 'Province (list)', 'postalCode']],
  ['IE', ['country (list)', 'address', 'Apartment, floor?', 'city', 'County?', 'Eircode?']],
  ['HK', ['country (list)', 'state (list)', 'District?', 'address', 'Apartment, floor?']],
  ['', ['country (list)', 'address', 'Apartment, floor?', 'city', 'postalCode', 'state?']],
])('an address in %s has the fields %j', (country, fields) => {
  expect(formOf(country)).toEqual(fields)
})

test.each([
  ['US', '95014', undefined, '95014'],
  ['US', '95014-1234', undefined, '950141234'],
  ['US', '9501', 'fieldWrong', undefined],
  ['US', '', 'fieldMissing', undefined],
  ['DE', '٢٦١٣٣', undefined, '26133'],
  ['GB', ' ec1y 8sy ', undefined, 'EC1Y 8SY'],
  ['GB', '12345', 'fieldWrong', undefined],
  ['JP', '〒154-0023', undefined, '154-0023'],
  ['BR', '40301-110', undefined, '40301-110'],
  ['IE', '', undefined, undefined],
] as const)('the postal code of %s %j: %s', (country, postalCode, problem, sent) => {
  expect(rules.check('postalCode', { country, postalCode })).toBe(problem)
  expect(rules.dataOf(['billing'], { country, postalCode }).billing).toMatchObject(
    sent === undefined ? {} : { billingPostalCode: sent },
  )
})

test.each([
  ['US', 'California', 'CA'],
  ['US', 'us-ca', 'CA'],
  ['JP', '東京都', '13'],
  ['JP', 'Tokyo', '13'],
  ['DE', 'Bayern', 'Bayern'],
])('a state of %s that the ticket names %j is %j', (country, state, known) => {
  const billing = { billingCountry: country, billingState: state }
  expect(rules.known({ billing }).state).toBe(known)
})

test('a state of another country than the one that was chosen must be chosen again', () => {
  expect(rules.check('state', { country: 'US', state: 'CA' })).toBeUndefined()
  expect(rules.check('state', { country: 'AU', state: 'CA' })).toBe('fieldMissing')
})

test('a list of states is in Latin letters for those who do not read the country’s own', () => {
  const named = (locale: string) => new Map(rules.specOf('state', { country: 'JP' }).choices!(locale)).get('13')
  expect([named('ja'), named('de')]).toEqual(['東京都', 'Tokyo'])
})

test('every postal code that is an example fits its own rule, and the gateway', () => {
  const wrong = Object.entries(formats).filter(
    ([country, { 4: postalCode }]) => postalCode && rules.check('postalCode', { country, postalCode }),
  )
  expect(wrong).toEqual([])
})

const values = {
  email: ' jane@shop.example ',
  phone: '+٤٤ (20) 7946-0018',
  address: 'Main Street 1',
  addressLine2: ' Flat 2 ',
  city: 'Springfield',
  postalCode: '12345',
  state: 'IL',
  country: 'US',
}

test('what was asked is sent as the gateway wants it, and nothing else', () => {
  const billing = {
    billingAddressLine1: 'Main Street 1',
    billingAddressLine2: 'Flat 2',
    billingCity: 'Springfield',
    billingPostalCode: '12345',
    billingState: 'IL',
    billingCountry: 'US',
  }
  expect(rules.dataOf(['email', 'phone', 'billing'], values)).toEqual({
    email: 'jane@shop.example',
    phone: '+442079460018',
    billing,
  })
  expect(rules.dataOf(['phone'], values)).toEqual({ phone: '+442079460018' })
  expect(PayerData.safeParse(rules.dataOf(['email', 'phone', 'billing'], values)).success).toBe(true)
})

test('what is wrong or missing is left out, as when a wallet pays', () => {
  expect(rules.dataOf(['email', 'phone', 'billing'], { email: 'jane', phone: '', city: 'Springfield' })).toEqual({
    billing: { billingCity: 'Springfield' },
  })
  expect(rules.dataOf(['email', 'billing'], {})).toEqual({})
})

test('a second line that was left empty is sent so, below a first line only', () => {
  const lines = (typed: object) => rules.dataOf(['billing'], { ...values, ...typed }).billing
  expect(lines({ addressLine2: ' ' })).toMatchObject({ billingAddressLine2: '' })
  expect(lines({ address: '' })).not.toHaveProperty('billingAddressLine2')
})

test('a known second line is filled in, unless another address was typed before', () => {
  const data = { billing: { billingAddressLine1: 'Main Street 1', billingAddressLine2: 'Flat 2' } }
  const typed = { address: 'Side Street 3', city: 'Ulm' }
  expect(rules.known(data)).toMatchObject({ address: 'Main Street 1', addressLine2: 'Flat 2' })
  expect(rules.known(data, { number: '4111', city: 'Ulm' })).toMatchObject({ addressLine2: 'Flat 2' })
  expect(rules.known(data, typed)).toMatchObject({ addressLine2: '' })
  expect(rules.known(data, { ...typed, addressLine2: 'Flat 4' })).toMatchObject({ addressLine2: 'Flat 4' })
})

test('what is known is filled in; a country only where it is one of the list', () => {
  const billing = { billingCity: 'Ulm', billingCountry: 'DE' }
  expect(rules.known({ email: 'jane@shop.example', billing })).toMatchObject({
    email: 'jane@shop.example',
    phone: '',
    city: 'Ulm',
    country: 'DE',
  })
  expect(rules.known({ billing: { billingCountry: 'Deutschland' } })).toMatchObject({ country: '' })
})

test.each(['address', 'addressLine2', 'city', 'state'] as const)('no %s that the contract refuses is sent', (field) => {
  const problem = (length: number) => rules.check(field, { [field]: 'a'.repeat(length) })
  expect([50, 51].map(problem)).toEqual([undefined, 'fieldLong'])
})

test('no email address that the contract refuses is sent', () => {
  const address = (length: number) => ({ email: `${'a'.repeat(length - 13)}@shop.example` })
  expect([40, 41].map((length) => rules.check('email', address(length)))).toEqual([undefined, 'emailWrong'])
})

test('every country of the list has a name in every language, in its order', () => {
  expect(new Set(countryCodes).size).toBe(249)
  expect(countryCodes.filter((code) => !(code in formats))).toEqual([])
  for (const locale of ['en', 'ru', 'ar']) {
    const names = rules.specOf('country', {}).choices!(locale).map(([, name]) => name)
    expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
    expect(names).toEqual(names.toSorted(new Intl.Collator(locale).compare))
  }
})

test('the table of telephone numbers is that of the package’s data', async () => {
  for (const [file, text] of Object.entries(await phoneTables()))
    expect(readFileSync(`${root}/${file}`, 'utf8')).toBe(text)
})

describe('the tables of addresses', () => {
  const made: readonly Country[] = [
    {
      key: 'QM',
      fmt: '%N%n%A%n%C, %S %Z',
      require: 'ACSZ',
      zip: '\\d{4}',
      zipex: '12-34,5678',
      zip_name_type: 'zip',
      sub_regions: [{ key: 'N', name: { default: 'Нора', latin: 'Nora' } }],
    },
    { key: 'QN', fmt: '%Z%A', require: 'AZ', zip: '.*', zipex: '1234567890', sub_regions: [] },
  ]

  test('are made of Google’s data, without a postal code that the gateway does not take', async () => {
    const [formatsText, regionsText] = Object.values(await addressTables(made))
    expect(formatsText).toContain("QM: ['ACSZ', 'ACSZ', ' zip', '\\\\d{4}', '12-34'],")
    expect(formatsText).toContain("QN: ['A', 'A', '', '', ''],")
    expect(regionsText).toContain("QM: 'N~Нора~Nora',")
    expect(regionsText).not.toContain('QN')
  })

  test('begin with what they are made from, as the script makes them', async () => {
    for (const [file, text] of Object.entries(await addressTables([])))
      expect(readFileSync(`${root}/${file}`, 'utf8')).toContain(text.slice(0, text.indexOf('= {')))
  })

  test('ask for nothing that they do not show, and take the example of each postal code', () => {
    const rows = Object.entries(formats)
    expect(rows.filter(([, [order, required]]) => [...required].some((sign) => !order.includes(sign)))).toEqual([])
    const codes = rows.filter(([, [order, , , rule]]) => order.includes('Z') && rule)
    expect(codes.length).toBeGreaterThan(150)
    expect(codes.filter(([, [, , , rule, example]]) => !new RegExp(`^(?:${rule})$`).test(example))).toEqual([])
  })
})
