import { describe, expect, test } from 'vitest'
import { banks } from '#gateway-client/profiles/banks.ts'
import { profileNames, type ProfileName } from '#gateway-client/profiles/profiles.ts'
import { imitations } from '#sandbox/gateway/profiles/imitations.ts'
import { inProcess, merchant, newNumber, setFixture } from '../../../conformance/gateway/fixture.ts'

/** The kinds of systems, without single banks. */
const kinds = profileNames.filter((name) => !Object.hasOwn(banks, name))

const by = { userName: merchant.login, password: merchant.password, returnUrl: 'https://shop.example/back' }

const attributes = (...values: unknown[]) => ({
  attributes: values.map((value, at) => ({ name: ['paymentMethod', 'paymentObject'][at]!, value })),
})

const item = {
  positionId: 1,
  name: 'Кружка',
  quantity: { value: 2, measure: 'шт' },
  itemAmount: 24_900,
  itemPrice: 12_450,
  itemCode: '1-17',
}
const cartItems = { items: [item] }
const withItem = (change: object) => ({ cartItems: { items: [{ ...item, ...change }] } })

interface Module {
  /** Which fields of `orderBundle` the module sends, and how. */
  readonly orderBundle?: unknown
  /** Its other fields. */
  readonly fields?: Readonly<Record<string, string>>
  /** What the specification says of it; absent where it is right by it. */
  readonly broken?: string
}

/** The requests of register.do that public modules of shop systems make, by their names and shapes. */
const modules: Readonly<Record<string, Module>> = {
  'without a basket, with what the document does not name': {
    fields: {
      currency: '643',
      language: 'ru',
      pageView: 'DESKTOP',
      CMS: 'Opencart 3.x',
      jsonParams: '{"CMS":"Opencart"}',
    },
  },
  'with fields that are empty, and the language ua': {
    fields: { description: '', failUrl: '', clientId: '', email: '', features: '', language: 'ua', jsonParams: '[]' },
  },
  'WooCommerce, a date in seconds and attributes as numbers': {
    fields: { taxSystem: '0', clientId: 'd41d8cd98f00b204e9800998ecf8427e' },
    orderBundle: {
      orderCreationDate: 1_772_000_473,
      customerDetails: { email: 'jane@shop.example', phone: '79001234567' },
      ...withItem({ tax: { taxType: 6 }, itemAttributes: attributes(1, 1) }),
    },
    broken: 'orderBundle.orderCreationDate',
  },
  'WooCommerce, a measure by its number': {
    orderBundle: withItem({ quantity: { value: '2', measure: 0 }, tax: { taxType: '6' } }),
    broken: 'orderBundle.cartItems.items.0.quantity.measure',
  },
  'OpenCart, attributes as numbers, and a telephone number that is left empty': {
    fields: { taxSystem: '1' },
    orderBundle: {
      customerDetails: { email: 'jane@shop.example', phone: '' },
      ...withItem({ tax: { taxType: 0 }, itemAttributes: attributes('1', 4) }),
    },
    broken: 'orderBundle.customerDetails.phone',
  },
  'OpenCart, a date with its zone': {
    orderBundle: {
      orderCreationDate: '2026-02-25T10:01:13+03:00',
      customerDetails: { email: 'a@shop.example' },
      cartItems,
    },
    broken: 'orderBundle.orderCreationDate',
  },
  'VirtueMart, item codes as numbers': {
    orderBundle: withItem({ itemCode: 17, tax: { taxType: 1, taxSum: 0 } }),
    broken: 'orderBundle.cartItems.items.0.itemCode',
  },
  'JBZoo, a price without an amount': {
    orderBundle: withItem({ itemAmount: undefined, tax: { taxType: 0 }, itemAttributes: attributes(1, 1) }),
    broken: 'orderBundle.cartItems.items.0.itemAttributes.attributes.0.value',
  },
  'MODX, a customer without data, as PHP writes it': {
    fields: { sessionTimeoutSecs: '1200' },
    orderBundle: { customerDetails: [], cartItems },
    broken: 'orderBundle.customerDetails',
  },
  'Omnipay, a date in seconds as text, and null for the customer': {
    orderBundle: { orderCreationDate: '1772000473', customerDetails: null, cartItems },
    broken: 'orderBundle.orderCreationDate',
  },
  'Bitrix, false for what is not known': {
    fields: { taxSystem: '0' },
    orderBundle: { customerDetails: { email: 'jane@shop.example', contact: false }, cartItems },
    broken: 'orderBundle.customerDetails.contact',
  },
  'CS-Cart, a date in milliseconds and a position as text': {
    fields: { dynamicCallbackUrl: 'https://shop.example/told', email: 'jane@shop.example' },
    orderBundle: {
      ffdVersion: '1.05',
      receiptType: 'SELL',
      orderCreationDate: 1_772_000_473_000,
      company: { email: 'shop@shop.example', sno: 'osn', inn: '1234567890', paymentAddress: 'https://shop.example' },
      payments: [{ type: 1, sum: 24_900 }],
      total: 24_900,
      ...withItem({ positionId: '1', tax: { taxType: 12 } }),
    },
    broken: 'orderBundle.orderCreationDate',
  },
  'a customer and no basket, with the day alone': {
    orderBundle: {
      orderCreationDate: '2026-02-25',
      customerDetails: {
        email: 'jane@shop.example',
        phone: '40722123456',
        contact: 'Jane Doe',
        deliveryInfo: { deliveryType: 'courier', country: 'RO', city: 'Cluj', postAddress: '1 Main Street' },
        billingInfo: { country: 'RO', city: 'Cluj', postAddress: '1 Main Street' },
      },
    },
    broken: 'orderBundle.orderCreationDate',
  },
  'an amount and texts in place of numbers': {
    orderBundle: withItem({
      positionId: '1',
      itemAmount: '24900',
      itemPrice: '12450',
      quantity: { value: '2.00', measure: 'шт' },
    }),
  },
}

async function registered(profile: ProfileName, { fields, orderBundle }: Module): Promise<Record<string, string>> {
  const wire = inProcess()
  const { base } = await setFixture(wire, { profile })
  const body = new URLSearchParams({
    ...by,
    orderNumber: newNumber(),
    amount: '24900',
    ...fields,
    ...(orderBundle !== undefined && { orderBundle: JSON.stringify(orderBundle) }),
  })
  const { path } = imitations[profile]
  const answer = await wire.fetch(new Request(`${base}${path}/rest/register.do`, { method: 'POST', body }))
  return answer.json() as Promise<Record<string, string>>
}

describe.each(Object.entries(modules))('a module of a shop system sends an order: %s', (_, module) => {
  test.each(kinds.filter((name) => name !== 'specification'))('and systems of the kind %s take it', async (profile) => {
    expect(await registered(profile, module)).toEqual({ orderId: expect.any(String), formUrl: expect.any(String) })
  })

  test('and the specification has its word on it', async () => {
    const answer = await registered('specification', module)
    if (module.broken) expect(answer['errorMessage']).toMatch(`Field ${module.broken} must `)
    else expect(answer).toHaveProperty('orderId')
  })
})

test.each([
  ['two positions of one number', { cartItems: { items: [item, item] } }, /positionId is unique/],
  ['an amount that is not price by quantity', withItem({ itemPrice: 1 }), /itemAmount equal to/],
  ['no name', withItem({ name: '' }), /name (?:is required|must have)/],
  ['a day that does not exist', { orderCreationDate: '2031-02-31T00:00:00', cartItems }, /orderCreationDate must/],
  ['a date that is none', { orderCreationDate: 'yesterday', cartItems }, /orderCreationDate must/],
])('no kind of system takes a basket with %s', async (_, orderBundle, message) => {
  for (const profile of kinds)
    expect((await registered(profile, { orderBundle }))['errorMessage'], profile).toMatch(message)
})

test('a currency is taken by the code that the kind of system answers, and by no other', async () => {
  const verdicts = kinds.map(async (profile) => {
    const { orderId } = await registered(profile, { fields: { currency: '810' } })
    return [profile, orderId !== undefined] as const
  })
  expect(Object.fromEntries(await Promise.all(verdicts))).toEqual({
    current: false,
    specification: false,
    rouble: true,
    legacy: true,
    cards: false,
  })
})
