import { expect } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import { basket, rightRequests, type Name } from '../right-requests.ts'
import { withValue, type Path } from '../wrong-fields.ts'
import { ask, label, messageOf } from './fields.ts'
import type { Rule } from './rule.ts'

/** The maximum length of a field in characters, by its dotted path. */
type Most = Readonly<Record<string, number>>

interface Row {
  readonly section: string
  readonly at: Name
  readonly most: Most
}

const address = { returnUrl: 512, failUrl: 512 }
const order = { orderNumber: 36, description: 598, email: 40 }
const registration = {
  ...order,
  ...address,
  dynamicCallbackUrl: 512,
  ip: 39,
  clientId: 255,
  merchantInn: 16,
  cardholderName: 150,
  bindingId: 255,
  postAddress: 255,
}
const threeDs = { threeDSServerTransId: 36, threeDSVer2FinishUrl: 512, threeDSMethodNotificationUrl: 512 }
const wallet = { ...order, paymentToken: 8192 }
const later = { originalPaymentNetRefNum: 36 }

const block = (name: string, most: Most): Most =>
  Object.fromEntries(Object.entries(most).map(([field, length]) => [`${name}.${field}`, length]))

const addressLines = (of: string) =>
  Object.fromEntries(
    ['City', 'Country', 'AddressLine1', 'AddressLine2', 'AddressLine3', 'State'].map((line) => [of + line, 50]),
  )

/** The lengths of strings, copied from the specification independently of the contract. */
const strings: readonly Row[] = [
  { section: '4.1', at: 'register', most: registration },
  { section: '4.2', at: 'registerPreAuth', most: registration },
  { section: '4.3', at: 'paymentorder', most: threeDs },
  { section: '4.4', at: 'paymentorder', most: { MDORDER: 36, $PAN: 19, $CVC: 3, TEXT: 512, ip: 39, email: 40 } },
  {
    section: '4.5',
    at: 'motoPayment',
    most: { ...order, ...address, dynamicCallbackUrl: 512, ip: 39, clientId: 255, postAddress: 255, cardholder: 26 },
  },
  { section: '4.5', at: 'motoPayment', most: { pan: 19, cvc: 3 } },
  { section: '4.7', at: 'walletAPayment', most: wallet },
  { section: '4.8', at: 'walletADirect', most: { ...wallet, ...later } },
  {
    section: '4.9',
    at: 'walletBPayment',
    most: { ...wallet, ...address, ...threeDs, dynamicCallbackUrl: 512, ip: 39 },
  },
  { section: '4.10', at: 'walletBDirect', most: { ...wallet, ...address, ...later, ip: 39 } },
  { section: '4.11', at: 'getBindings', most: { clientId: 255 } },
  { section: '4.11', at: 'paymentOrderBinding', most: { mdOrder: 36, bindingId: 255, ip: 39, cvc: 3 } },
  { section: '4.11', at: 'recurrentPayment', most: { orderNumber: 36, bindingId: 255, description: 598 } },
  { section: '4.12', at: 'getOrderStatusExtended', most: { orderId: 36, orderNumber: 36 } },
  {
    section: '2.4',
    at: 'register',
    most: block('billingPayerData', { ...addressLines('billing'), billingPostalCode: 9 }),
  },
  {
    section: '2.4',
    at: 'paymentorder',
    most: block('shippingPayerData', { ...addressLines('shipping'), shippingPostalCode: 16, deliveryEmail: 254 }),
  },
  {
    section: '2.4',
    at: 'paymentOrderBinding',
    most: block('clientBrowserInfo', {
      userAgent: 2048,
      browserAcceptHeader: 2048,
      browserIpAddress: 45,
      browserLanguage: 8,
      browserTimeZoneOffset: 5,
      colorDepth: 2,
    }),
  },
  {
    section: '2.4',
    at: 'registerPreAuth',
    most: block('orderBundle', {
      ...block('customerDetails', { contact: 40, fullName: 100, passport: 100 }),
      ...block('customerDetails.deliveryInfo', { deliveryType: 20, country: 2, city: 40, postAddress: 255 }),
      ...block('cartItems.items.0', { name: 255, itemCode: 100, 'quantity.measure': 20 }),
      ...block('cartItems.items.0.itemDetails.itemDetailsParams.0', { value: 2000, name: 255 }),
    }),
  },
]

/** The same of whole numbers, in digits. */
const numbers: readonly Row[] = [
  { section: '4.1', at: 'register', most: { amount: 12, sessionTimeoutSecs: 9, feeInput: 8 } },
  { section: '4.5', at: 'motoPayment', most: { amount: 12 } },
  { section: '4.9', at: 'walletBPayment', most: { amount: 12 } },
  {
    section: '2.4',
    at: 'register',
    most: block('orderBundle.cartItems.items.0', { positionId: 12, itemAmount: 12, itemCurrency: 3 }),
  },
  { section: '2.4', at: 'paymentorder', most: block('clientBrowserInfo', { screenHeight: 6, screenWidth: 6 }) },
]

/** The same of numbers with decimals, in characters. */
const written: readonly Row[] = [
  { section: '2.4', at: 'registerPreAuth', most: block('orderBundle.cartItems.items.0', { 'quantity.value': 18 }) },
]

const pathOf = (dotted: string): Path => dotted.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const keeps = (
  { section, at, most }: Row,
  kind: string,
  tooMuch: (length: number) => readonly [unknown, string],
): Rule => [
  `${section} the ${kind} of ${label(at)} are as long as is written: ${Object.keys(most).join(', ')}`.slice(0, 110),
  async (fixture) => {
    const { fields } = await rightRequests[at](fixture)
    for (const [field, length] of Object.entries(most)) {
      const [value, rule] = tooMuch(length)
      const start = field.startsWith('orderBundle') ? { ...fields, orderBundle: basket } : fields
      const result = await ask(fixture, gatewayApi[at], withValue(start, pathOf(field), value))
      expect(messageOf(result)).toBe(`Field ${field} must ${rule}`)
    }
  },
]

/** Rules of lengths (8), stated independently of the contract's table, to check the contract by them. */
export const lengthRules: readonly Rule[] = [
  ...strings.map((row) =>
    keeps(row, 'texts', (length) => ['1'.repeat(length + 1), `have at most ${length} characters`]),
  ),
  ...numbers.map((row) => keeps(row, 'numbers', (length) => [10 ** length, `be at most ${10 ** length - 1}`])),
  ...written.map((row) =>
    keeps(row, 'written numbers', (length) => [10 ** length, `be a number of at most ${length} characters`]),
  ),
  ...written.map((row) =>
    // JavaScript writes such a number with an exponent, in few characters.
    keeps(row, 'very large numbers', (length) => [10 ** (length + 4), `be a number of at most ${length} characters`]),
  ),
  [
    '2.4 itemPrice has up to 18 digits',
    async (fixture) => {
      const { fields } = await rightRequests.register(fixture)
      const path = pathOf('orderBundle.cartItems.items.0.itemPrice')
      const priced = (itemPrice: number) =>
        ask(fixture, gatewayApi.register, withValue({ ...fields, orderBundle: basket }, path, itemPrice))
      expect(messageOf(await priced(1e19))).toBe(
        'Field orderBundle.cartItems.items.0.itemPrice must be a number of at most 18 digits',
      )
      expect(messageOf(await priced(1.5))).toMatch('itemPrice must be a whole number')
      expect(messageOf(await priced(999_999_999_999_999_900))).toBeUndefined()
    },
  ],
]
