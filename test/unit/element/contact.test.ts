import { expect, test } from 'vitest'
import { requestedData, PayerData } from '#contract/payment-methods.ts'
import { payerOf, type Contact } from '#element/methods/contact.ts'

const contact: Contact = {
  email: 'jane@shop.example',
  phone: '+1 (408) 555-0100',
  lines: ['1 Infinite Loop', '', 'Flat 3'],
  city: 'Cupertino',
  postalCode: '95014-2083',
  state: 'CA',
  country: 'US',
}

test('what a wallet returns is put as the gateway wants it', () => {
  expect(payerOf(requestedData, contact)).toEqual({
    email: 'jane@shop.example',
    phone: '+14085550100',
    billing: {
      billingAddressLine1: '1 Infinite Loop',
      billingAddressLine2: 'Flat 3',
      billingCity: 'Cupertino',
      billingPostalCode: '950142083',
      billingState: 'CA',
      billingCountry: 'US',
    },
  })
})

test('only what was asked for goes on', () => {
  expect(payerOf(['email'], contact)).toEqual({ email: 'jane@shop.example' })
  expect(payerOf(['phone'], contact)).toEqual({ phone: '+14085550100' })
  expect(payerOf(['billing'], { email: 'jane@shop.example' })).toEqual({})
  expect(payerOf([], contact)).toEqual({})
})

test.each<[string, Contact]>([
  [
    'long',
    Object.fromEntries(
      Object.keys(contact).map((name) => [name, name === 'lines' ? ['x'.repeat(99)] : '9'.repeat(99)]),
    ),
  ],
  ['foreign', { email: 'jane', phone: 'none', lines: ['улица Ленина, 1'], city: 'Минск', state: 'Минская область' }],
  ['empty', { email: '', phone: '', lines: [undefined], city: '', postalCode: '', state: '', country: '' }],
])('what is too %s for the contract is cut or left out', (_, announcements) => {
  const payer = payerOf(requestedData, announcements)
  expect(PayerData.safeParse(payer).error).toBeUndefined()
  expect([payer.email, payer.phone]).toEqual([undefined, undefined])
})
