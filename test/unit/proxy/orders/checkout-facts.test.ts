import { describe, expect, test } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { brandOf } from '#proxy/methods/card/brand.ts'
import { asksOf, completed, storedAsksOf } from '#proxy/orders/payer-data.ts'
import { checkoutFactsOf } from '#proxy/orders/checkout-facts.ts'
import { openShop, order, walletsOffered } from '../support/sandbox-shop.ts'
import { configOf } from '../support/test-proxy.ts'

const ticketOf = (claims: object = {}): Ticket => Ticket.parse({ ...order, exp: 1, ...claims })
const address = { billingAddressLine1: 'Main Street 1', billingPostalCode: '01001' }
const loopback = { TENDER_GATEWAY_URL: 'http://localhost:8082' }

test.each([
  ['nothing where the ticket names nothing', [], {}, []],
  ['an e-mail address of VISA cards', ['contact-visa'], {}, [{ data: 'email', brand: 'visa' }]],
  ['none of them where the ticket has one', ['contact-visa'], { email: 'jane@example.com' }, []],
  ['none of them where the ticket has a phone', ['contact-visa'], { phone: '37060000000' }, []],
  ['none where a block of it has', ['contact-visa'], { orderPayerData: { mobilePhone: '37060000000' } }, []],
  ['an e-mail address of everybody once', ['contact-visa', 'email'], {}, [{ data: 'email' }]],
  [
    'all that is lacking',
    ['email', 'phone', 'billing'],
    {},
    [{ data: 'email' }, { data: 'phone' }, { data: 'billing' }],
  ],
  ['a whole address', ['billing'], { billingPayerData: { billingCity: 'Vilnius' } }, [{ data: 'billing' }]],
  ['no address that is known', ['billing'], { billingPayerData: address }, []],
  [
    'an address after the number, where stored cards may come in its place',
    ['billing', 'email'],
    { clientId: 'jane' },
    [{ data: 'billing', afterNumber: true }, { data: 'email' }],
  ],
  ['it at once, where none may', ['billing'], { clientId: 'jane', methods: ['card'] }, [{ data: 'billing' }]],
  [
    'it at once, where a card is verified',
    ['billing'],
    { clientId: 'jane', features: ['VERIFY'] },
    [{ data: 'billing' }],
  ],
  [
    'it at once, of a child merchant',
    ['billing'],
    { clientId: 'jane', merchantLogin: 'branch' },
    [{ data: 'billing' }],
  ],
] as const)('asks for %s', (_, ask, claims, expected) => {
  expect(asksOf(ticketOf({ ...claims, ask }))).toEqual(expected)
})

test.each([
  ['an e-mail address in the place of a phone', ['phone'], {}, [{ data: 'email' }]],
  ['it once, of every card', ['contact-visa', 'phone', 'email'], {}, [{ data: 'email' }]],
  ['it of VISA cards only where nothing else is asked', ['contact-visa'], {}, [{ data: 'email', brand: 'visa' }]],
  ['no address, which nothing carries', ['billing'], {}, []],
  ['nothing where the ticket has an e-mail address', ['phone', 'billing'], { email: 'jane@example.com' }, []],
  ['nothing where the ticket has what is asked', ['phone'], { phone: '37060000000' }, []],
] as const)('asks beside a stored card for %s', (_, ask, claims, expected) => {
  expect(storedAsksOf(ticketOf({ ...claims, ask }))).toEqual(expected)
})

test('what the shopper enters fills what the ticket lacks, and replaces nothing', () => {
  const payer = { email: 'page@example.com', phone: '37069999999', billing: { ...address, billingCity: 'Kaunas' } }
  const { billing, ...contact } = payer
  expect(completed(ticketOf(), payer)).toMatchObject({ ...contact, billingPayerData: billing })
  const own = {
    email: 'shop@example.com',
    phone: '37060000000',
    billingPayerData: { ...address, billingCity: 'Vilnius' },
  }
  expect(completed(ticketOf(own), payer)).toMatchObject(own)
  const inBlock = { orderPayerData: { mobilePhone: '37060000000' } }
  expect(completed(ticketOf(inBlock), payer).phone).toBeUndefined()
})

test('an address that lacks something was shown to be completed, and is sent as the shopper left it', () => {
  const half = {
    billingCity: 'Vilnius',
    billingState: 'VL',
    billingAddressLine1: 'Main Street 1',
    billingAddressLine2: 'Flat 2',
  }
  const shown = { ...address, billingCity: 'Kaunas' }
  expect(completed(ticketOf({ billingPayerData: half }), { billing: shown }).billingPayerData).toEqual({
    ...shown,
    billingAddressLine2: 'Flat 2',
  })
  const moved = { ...shown, billingAddressLine1: 'Side Street 3' }
  expect(completed(ticketOf({ billingPayerData: half }), { billing: moved }).billingPayerData).toEqual(moved)
})

test.each([
  ['the second line as it was', '1 Main Street', 'Flat 2', { second: 'Flat 2', third: 'Backyard' }],
  ['another second line', '1 Main Street', 'Flat 4', { second: 'Flat 4', third: 'Backyard' }],
  ['no second line', '1 Main Street', '', { second: undefined, third: 'Backyard' }],
  ['another first line', '3 Side Street', 'Flat 2', { second: 'Flat 2', third: undefined }],
  ['another first line and no second', '3 Side Street', '', { second: undefined, third: undefined }],
])('of the lines that the ticket has, %s keeps what still holds', (_, first, second, expected) => {
  const known = {
    billingAddressLine1: ' 1 Main Street',
    billingAddressLine2: 'Flat 2',
    billingAddressLine3: 'Backyard',
  }
  const billing = { ...address, billingAddressLine1: first, billingAddressLine2: second }
  expect(completed(ticketOf({ billingPayerData: known }), { billing }).billingPayerData).toEqual({
    ...address,
    billingAddressLine1: first,
    ...(expected.second && { billingAddressLine2: expected.second }),
    ...(expected.third && { billingAddressLine3: expected.third }),
  })
})

test('the further lines of the ticket are not mixed into an address without a first line', () => {
  const known = { billingAddressLine2: 'Flat 2', billingAddressLine3: 'Backyard' }
  const billing = { billingPostalCode: '01001', billingCountry: 'LT' }
  expect(completed(ticketOf({ billingPayerData: known }), { billing }).billingPayerData).toEqual(billing)
})

test('what the shopper enters is sent with the payment, and what breaks a rule is named', async () => {
  const shop = await openShop()
  const { asks } = await shop.checkout({ ask: ['email', 'billing'] })
  expect(asks).toEqual([{ data: 'email' }, { data: 'billing' }])
  const body = await shop.cardBody(await shop.prepared())
  for (const [payer, field] of [
    [{ email: 'nobody' }, 'payer.email'],
    [{ phone: '12' }, 'payer.phone'],
    [{ billing: { billingPostalCode: '0123456789' } }, 'payer.billing.billingPostalCode'],
    [{ amount: 1 }, 'payer.amount'],
  ] as const)
    expect(await shop.refusal('pay', { ...body, payer })).toMatchObject({ status: 400, field })
  const payer = { email: 'jane@example.com', phone: '37060000000', billing: address }
  expect(await shop.outcome('pay', { ...body, payer })).toMatchObject({ state: 'paid' })
  const sent = new URLSearchParams(shop.request('paymentorder.do')[0])
  expect(sent.get('email')).toBe('jane@example.com')
  expect(shop.request('paymentorder.do')[0]).toMatch(/mobilePhone.*37060000000/)
  expect(shop.request('paymentorder.do')[0]).toMatch(/billingAddressLine1.*Main/)
})

test('a ticket that has unknown data asked is refused by name', () => {
  const { error } = Ticket.safeParse({ ...order, exp: 1, ask: ['birthday'] })
  expect(error!.issues[0]!.path).toEqual(['ask', 0])
})

describe('the brand of a co-badged card', () => {
  test('goes to the bank by the attribute agreed with it', async () => {
    const shop = await openShop({ TENDER_BRAND_PARAM: 'paymentSystem' })
    expect(await shop.checkout()).toMatchObject({ brandChoice: true })
    const body = { ...(await shop.cardBody(await shop.prepared())), brand: 'mir' }
    expect(await shop.outcome('pay', body)).toMatchObject({ state: 'paid' })
    const sent = new URLSearchParams(shop.request('paymentorder.do')[0])
    expect(JSON.parse(sent.get('jsonParams')!)).toEqual({ paymentSystem: 'MIR' })
  })

  test.each([
    ['where none is agreed', {}, 'mir', 'field_unknown'],
    ['where no card has it beside another', { TENDER_BRAND_PARAM: 'paymentSystem' }, 'visa', 'field_invalid'],
  ])('is refused %s', async (_, env, brand, code) => {
    const shop = await openShop(env)
    expect(await shop.checkout()).toMatchObject({ brandChoice: 'TENDER_BRAND_PARAM' in env })
    const body = await shop.cardBody(await shop.prepared())
    expect(await shop.refusal('pay', { ...body, brand })).toMatchObject({ code, field: 'brand' })
    expect(shop.request('paymentorder.do')).toEqual([])
  })
})

describe('the terms', () => {
  const terms = (claims: object, env = {}) => checkoutFactsOf(configOf({ ...loopback, ...env }), ticketOf(claims))

  test('are a checkout’s, whatever a ticket may say of the payer', () => {
    const result = terms({ email: 'x', phone: '37060000000', billingPayerData: address })
    const rest = {
      savedCards: [],
      sealingKey: '',
      outcome: { state: 'open', orderNumber: 'S-1', amount: 1, currency: '933' },
    }
    expect(Checkout.safeParse({ ...result, ...rest }).error).toBeUndefined()
    expect(result.known).toEqual({ phone: '37060000000', billing: address })
  })

  test('ask for what the ticket says, with a card, a stored card and a wallet', () => {
    const asksOfEach = (claims: object) => {
      const { asks, storedAsks, wallets } = terms(claims, walletsOffered)
      return [asks, storedAsks, wallets.applePay?.asks]
    }
    expect(asksOfEach({ ask: ['email'] })).toEqual([[{ data: 'email' }], [{ data: 'email' }], ['email']])
    expect(asksOfEach({ ask: ['billing'] })).toEqual([[{ data: 'billing' }], [], ['billing']])
    expect(asksOfEach({})).toEqual([[], [], undefined])
  })

  test('show the channel, the verification and whether a card may pay', () => {
    expect(terms({})).toMatchObject({ channel: 'web', verify: false, card: true })
    expect(terms({ channel: 'moto' })).toMatchObject({ channel: 'moto', card: true })
    expect(terms({ features: ['VERIFY'], amount: 0 })).toMatchObject({ verify: true })
    expect(terms({ methods: ['binding', 'applePay'] })).toMatchObject({ card: false })
  })

  test('offer the wallets that are set up and allowed', () => {
    const offers = (claims: object) => Object.keys(terms(claims, walletsOffered).wallets)
    expect(offers({})).toEqual(['applePay', 'googlePay'])
    expect(offers({ methods: ['card', 'googlePay'] })).toEqual(['googlePay'])
    expect(offers({ channel: 'moto' })).toEqual([])
    expect(offers({ features: ['VERIFY'], amount: 0 })).toEqual([])
    expect(terms({}).wallets).toEqual({})
    const ask = ['contact-visa', 'phone']
    expect(terms({ ask }, walletsOffered).wallets).toMatchObject({
      applePay: { asks: ['email', 'phone'] },
      googlePay: { asks: ['email', 'phone'] },
    })
    const known = { email: 'jane@example.com', phone: '37060000000' }
    expect(terms({ ask, ...known }, walletsOffered).wallets.applePay).not.toHaveProperty('asks')
    expect(terms({}, walletsOffered).wallets.googlePay).toEqual({
      environment: 'TEST',
      gateway: 'sandbox',
      gatewayMerchantId: 'shop-api',
      merchantName: 'A shop',
      countryCode: 'LT',
      networks: ['visa', 'mastercard'],
      authMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      sheet: 'http://localhost:8082/sheet',
    })
  })
})

test.each([
  ['VISA', '411111**1111', 'visa'],
  ['AMEX', '341111**1111', 'american-express'],
  ['DINERS_CLUB', '30', 'diners-club'],
  ['UNKNOWN', '220012**1111', 'mir'],
  [undefined, '555555**1111', 'mastercard'],
  [undefined, '999999**1111', undefined],
])('the brand of %s and %s is %s', (system, masked, brand) => {
  expect(brandOf(system, masked)).toBe(brand)
})
