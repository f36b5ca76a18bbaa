import { expect } from 'vitest'
import { languages } from '#server-contract/gateway/language.ts'
import type { PreAuthRegistration } from '#server-contract/gateway/orders.ts'
import {
  byChild,
  byNotifying,
  byOther,
  bySlow,
  byTrusted,
  credentials,
  newNumber,
  open,
  paid,
  post,
  registered,
  stateOf,
  type Fixture,
} from '../fixture.ts'
import { newClient, notEnrolled, penniless, stored } from '../stored-cards.ts'
import { rulesOf } from './rule.ts'

const registering = ({ gateway }: Fixture, change: Partial<PreAuthRegistration> = {}) =>
  gateway.register({
    ...credentials,
    orderNumber: newNumber(),
    amount: 1234,
    returnUrl: 'https://shop.test/',
    ...change,
  })

const form = (ip: string) => ({
  ...credentials,
  orderNumber: newNumber(),
  amount: '1',
  returnUrl: 'https://shop.test/',
  ip,
})
const textOf = (answer: Response): Promise<string> => answer.text()

const denied = { errorCode: '5', errorMessage: 'Access denied' }
const done = { orderId: expect.any(String) as string }

/** Rules of a registration's fields beside the order itself. */
export const registrationRules = rulesOf({
  async '4.1 a returnUrl without its protocol sends the payer to an address of the gateway, and is not refused'(
    fixture,
  ) {
    const wrong = ['data:text/html,hello', 'file:///back', 'blob:https://shop.test/1', 'vbscript:x', 'https:shop.test/']
    for (const returnUrl of ['shop.test/back', '/back', 'shop.test:8080/back', ...wrong]) {
      const id = await registered(fixture, { returnUrl })
      const { redirect } = await paid(fixture, id, notEnrolled)
      expect(redirect).toBe(`${fixture.base}/payment/merchants/sandbox/finish.html?orderId=${id}&lang=en`)
      expect((await open(fixture, redirect!)).status).toBe(200)
    }
  },
  async '4.1 a returnUrl of any other protocol is followed, as an app has it'(fixture) {
    for (const returnUrl of ['shopapp://orders/17', 'com.shop.app:/back', 'ftp://shop.test/']) {
      const id = await registered(fixture, { returnUrl })
      expect((await paid(fixture, id, notEnrolled)).redirect).toBe(`${returnUrl}?orderId=${id}&lang=en`)
      const page = await open(fixture, `${fixture.base}/payment/acsRedirect.do?orderId=${id}`)
      expect(page.headers.get('location')).toBe(`${returnUrl}?orderId=${id}&lang=en`)
    }
  },
  async '4.3 redirect has at most 512 characters, for the longest returnUrl too'(fixture) {
    const returnUrl = `https://shop.test/${'b'.repeat(494)}`
    const id = await registered(fixture, { returnUrl })
    const { redirect } = await paid(fixture, id, notEnrolled)
    expect(redirect!.length).toBeLessThanOrEqual(512)
    expect((await open(fixture, redirect!)).headers.get('location')).toBe(`${returnUrl}?orderId=${id}&lang=en`)
  },
  async '4.1 a failUrl without its protocol is taken the same way, and with it is where a failed payment ends'(
    fixture,
  ) {
    const end = async (failUrl: string) => {
      const id = await registered(fixture, { failUrl })
      return (await paid(fixture, id, penniless)).redirect!.replace(id, 'id')
    }
    expect(await end('shop.test/sorry')).toBe(
      `${fixture.base}/payment/merchants/sandbox/finish.html?orderId=id&lang=en`,
    )
    expect(await end('https://shop.test/sorry')).toBe('https://shop.test/sorry?orderId=id&lang=en')
  },
  async '4.1 without a failUrl a failed payment ends at the returnUrl'(fixture) {
    const id = await registered(fixture)
    const { redirect } = await paid(fixture, id, penniless)
    expect(redirect).toBe(`https://shop.test/back?orderId=${id}&lang=en`)
  },
  async '4.1 currency is the merchant’s where none is sent'(fixture) {
    expect(await stateOf(fixture, await registered(fixture))).toMatchObject({ currency: '933' })
    expect(await stateOf(fixture, await registered(fixture, { currency: '978' }))).toMatchObject({ currency: '978' })
  },
  async '4.1 language is ru, en, by, kz or kk, and the store’s where none is sent'(fixture) {
    for (const language of languages)
      expect((await registering(fixture, { language })).formUrl).toContain(`payment_${language}.html`)
    expect((await registering(fixture, bySlow)).formUrl).toContain('payment_ru.html')
    expect((await registering(fixture)).formUrl).toContain('payment_en.html')
    fixture.clock.advance(1000)
  },
  async '4.1 a language beside the five is taken, and the store’s is used'(fixture) {
    expect((await registering(fixture, { language: 'be' })).formUrl).toContain('payment_en.html')
    expect((await registering(fixture, { ...bySlow, language: 'fr' })).formUrl).toContain('payment_ru.html')
    fixture.clock.advance(1000)
  },
  async 'family: language is taken in either case'(fixture) {
    expect((await registering(fixture, { language: 'RU' })).formUrl).toContain('payment_ru.html')
    const id = await registered(fixture, { language: 'ru' })
    expect((await paid(fixture, id, notEnrolled, { language: 'EN' })).redirect).toContain('lang=en')
  },
  async '4.1 ip is IPv4 or IPv6'(fixture) {
    for (const ip of ['192.0.2.7', '2001:db8::7', '::1', '2001:0db8:0000:0000:0000:0000:0000:0007'])
      expect(await registering(fixture, { ip })).toMatchObject(done)
    for (const ip of ['192.0.2.256', 'localhost', '2001:db8::g', '1.2.3'])
      expect(await post(fixture, `${fixture.base}/payment/rest/register.do`, form(ip)).then(textOf)).toContain(
        'Field ip ',
      )
  },
  async '4.1 cardholderName is in Latin characters, with accents too'(fixture) {
    for (const cardholderName of ['JANE DOE', 'José O’Brien', 'Łukasz Żak'])
      expect(await registering(fixture, { cardholderName })).toMatchObject(done)
  },
  async '4.1 merchantLogin and merchantInn register for a child without a permission, and for nobody else’s child'(
    fixture,
  ) {
    const merchantLogin = byChild.userName
    for (const named of [{ merchantLogin }, { merchantInn: '7700000001' }]) {
      const { orderId } = await registering(fixture, named)
      expect(await stateOf(fixture, orderId!, byChild)).toMatchObject({ errorCode: '0', orderStatus: 0 })
      expect(await registering(fixture, { ...byOther, ...named })).toMatchObject(denied)
    }
    expect(await registering(fixture, { merchantInn: '7700000002' })).toMatchObject(denied)
    expect(await registering(fixture, { merchantLogin: byOther.userName, merchantInn: '7700000001' })).toMatchObject(
      denied,
    )
    expect(await registering(fixture, { ...byTrusted, merchantInn: '7700000001' })).toMatchObject(denied)
  },
  async '4.1 the order of a child is read, paid and declined by its parent by orderId, by its number with merchantLogin, and by nobody else'(
    fixture,
  ) {
    const { gateway } = fixture
    const orderNumber = newNumber()
    const { orderId } = await registering(fixture, { merchantInn: '7700000001', orderNumber })
    const [unknown, merchantLogin] = [{ errorCode: '6' }, byChild.userName]
    expect(await stateOf(fixture, orderId!, byOther)).toMatchObject(unknown)
    expect(await paid(fixture, orderId!, notEnrolled, byOther)).toMatchObject(unknown)
    expect(await gateway.getOrderStatusExtended({ ...credentials, orderNumber })).toMatchObject(unknown)
    const named = { ...credentials, orderNumber, merchantLogin }
    expect(await gateway.getOrderStatusExtended(named)).toMatchObject({ orderStatus: 0 })
    expect(await paid(fixture, orderId!, notEnrolled)).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, orderId!)).toMatchObject({ orderStatus: 2 })
    const { orderId: own } = await registering(fixture)
    expect(await stateOf(fixture, own!, byChild)).toMatchObject(unknown)
    const { orderId: other } = await registering(fixture, { merchantLogin })
    expect(await gateway.decline({ ...credentials, orderId: other! })).toMatchObject({ errorCode: '0' })
  },
  async '4.1 dynamicCallbackUrl is mandatory where the merchant is so configured'(fixture) {
    const missing = { errorCode: '4', errorMessage: 'Field dynamicCallbackUrl is required' }
    const { pan, expiry } = notEnrolled
    const order = { ...byNotifying, orderNumber: newNumber(), amount: 1, returnUrl: 'https://shop.test/' }
    expect(await fixture.gateway.register(order)).toMatchObject(missing)
    expect(await fixture.gateway.registerPreAuth(order)).toMatchObject(missing)
    const byMoto = { ...order, cardholder: 'A HOLDER', pan, expiry, email: 'a@shop.test' }
    expect(await fixture.gateway.motoPayment(byMoto)).toMatchObject({ success: false, ...missing })
    const dynamicCallbackUrl = 'https://shop.test/callback'
    expect(await fixture.gateway.register({ ...order, dynamicCallbackUrl })).toMatchObject(done)
  },
  async '4.1 email is required where clients are notified: at the payment, of the payment or of the order'(fixture) {
    const missing = { errorCode: '4', errorMessage: expect.stringMatching(/^Field email is required/) }
    const dynamicCallbackUrl = 'https://shop.test/callback'
    const order = { ...byNotifying, dynamicCallbackUrl, language: 'en' } as const
    const id = await registered(fixture, order)
    expect(await paid(fixture, id, notEnrolled, byNotifying)).toMatchObject(missing)
    const binding = { ...byNotifying, mdOrder: id, bindingId: 'any' }
    expect(await fixture.gateway.paymentOrderBinding(binding)).toMatchObject(missing)
    const { pan, expiry } = notEnrolled
    const byMoto = { ...order, amount: 1, returnUrl: 'https://shop.test/', cardholder: 'A HOLDER', pan, expiry }
    expect(await fixture.gateway.motoPayment(byMoto)).toMatchObject({ success: false, ...missing })
    expect(await stateOf(fixture, id, byNotifying)).toMatchObject({ orderStatus: 0, actionCode: -100 })
    // An enrolled card's first call decides nothing yet, so there is no event to notify the address of.
    const enrolled = { pan: '5555555555555599', expiry: '203412', cvc: '123' }
    const result = { ...byNotifying, email: 'a@shop.test' }
    expect(await paid(fixture, id, enrolled, result)).toMatchObject({ is3DSVer2: true })
    const ofOrder = await registered(fixture, { ...order, email: 'a@shop.test' })
    expect(await paid(fixture, ofOrder, enrolled, byNotifying)).toMatchObject({ is3DSVer2: true })
  },
  async '4.1 a bindingId that is registered must be a binding in use of that client'(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    const refused = { errorCode: '5', errorMessage: expect.stringMatching(/^Field bindingId/) }
    expect(await registering(fixture, { clientId, bindingId })).toMatchObject(done)
    expect(await registering(fixture, { clientId: newClient(), bindingId })).toMatchObject(refused)
    await fixture.gateway.unBindCard({ ...credentials, bindingId })
    expect(await registering(fixture, { clientId, bindingId })).toMatchObject(refused)
  },
  async '2.4 itemDetailsParams is a list, or one parameter by itself'(fixture) {
    const cup = { positionId: 1, name: 'A cup', quantity: { value: 1, measure: 'pcs' }, itemPrice: 1234 }
    const param = { name: 'colour', value: 'red' }
    const ask = (itemDetailsParams: object) =>
      registering(fixture, {
        orderBundle: { cartItems: { items: [{ ...cup, itemDetails: { itemDetailsParams } }] } } as never,
      })
    expect(await ask(param)).toMatchObject(done)
    expect(await ask([param, param])).toMatchObject(done)
  },
  async '2.4 browserIpAddress, ip and the payer blocks of a payment are taken as those of its order'(fixture) {
    const id = await registered(fixture, { ip: '192.0.2.1' })
    await paid(fixture, id, notEnrolled, {
      ip: '2001:db8::7',
      billingPayerData: { billingCity: 'Limassol' },
      shippingPayerData: { shippingMethodIndicator: 1, deliveryEmail: 'a@shop.test' },
      preOrderPayerData: { preOrderDate: '20310131', preOrderPurchaseInd: 2 },
      orderPayerData: { homePhone: '+35722000000' },
      billingAndShippingAddressMatchIndicator: 'N',
      clientBrowserInfo: { browserIpAddress: '2001:db8::7', isMobile: false, screenHeight: 800, colorDepth: '24' },
    })
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 2, ip: '2001:db8::7' })
  },
})
