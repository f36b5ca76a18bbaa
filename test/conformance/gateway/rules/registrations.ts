import { expect } from 'vitest'
import { languages } from '#contract/gateway/language.ts'
import type { PreAuthRegistration } from '#contract/gateway/orders.ts'
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
  type Stage,
} from '../stage.ts'
import { newClient, notEnrolled, penniless, stored } from '../stored-cards.ts'
import type { Rule } from './rule.ts'

const registering = ({ gateway }: Stage, change: Partial<PreAuthRegistration> = {}) =>
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

/** Rules of what a registration says beside the order itself. */
export const registrationRules: readonly Rule[] = [
  [
    '4.1 a returnUrl without its protocol sends the payer to an address of the gateway, and is not refused',
    async (stage) => {
      for (const returnUrl of ['shop.test/back', '/back', 'ftp://shop.test/', 'data:text/html,hello']) {
        const id = await registered(stage, { returnUrl })
        const { redirect } = await paid(stage, id, notEnrolled)
        expect(redirect).toBe(`${stage.base}/payment/merchants/sandbox/finish.html?orderId=${id}&lang=en`)
        expect((await open(stage, redirect!)).status).toBe(200)
      }
    },
  ],
  [
    '4.1 a failUrl without its protocol is taken the same way, and with it is where a failed payment ends',
    async (stage) => {
      const end = async (failUrl: string) => {
        const id = await registered(stage, { failUrl })
        return (await paid(stage, id, penniless)).redirect!.replace(id, 'id')
      }
      expect(await end('shop.test/sorry')).toBe(
        `${stage.base}/payment/merchants/sandbox/finish.html?orderId=id&lang=en`,
      )
      expect(await end('https://shop.test/sorry')).toBe('https://shop.test/sorry?orderId=id&lang=en')
    },
  ],
  [
    '4.1 without a failUrl a failed payment ends at the returnUrl',
    async (stage) => {
      const id = await registered(stage)
      const { redirect } = await paid(stage, id, penniless)
      expect(redirect).toBe(`https://shop.test/back?orderId=${id}&lang=en`)
    },
  ],
  [
    '4.1 currency is the merchant’s where none is sent',
    async (stage) => {
      expect(await stateOf(stage, await registered(stage))).toMatchObject({ currency: '933' })
      expect(await stateOf(stage, await registered(stage, { currency: '978' }))).toMatchObject({ currency: '978' })
    },
  ],
  [
    '4.1 language is ru, en, by, kz or kk, and the store’s where none is sent',
    async (stage) => {
      for (const language of languages)
        expect((await registering(stage, { language })).formUrl).toContain(`payment_${language}.html`)
      expect((await registering(stage, bySlow)).formUrl).toContain('payment_ru.html')
      expect((await registering(stage)).formUrl).toContain('payment_en.html')
      stage.clock.advance(1000)
    },
  ],
  [
    'family: language is taken in either case, and one that the gateway does not speak is the store’s',
    async (stage) => {
      expect((await registering(stage, { language: 'RU' })).formUrl).toContain('payment_ru.html')
      expect((await registering(stage, { language: 'FR' })).formUrl).toContain('payment_en.html')
      expect((await registering(stage, { ...bySlow, language: 'fr' })).formUrl).toContain('payment_ru.html')
      const id = await registered(stage, { language: 'ru' })
      expect((await paid(stage, id, notEnrolled, { language: 'ar' })).redirect).toContain('lang=ru')
      stage.clock.advance(1000)
    },
  ],
  [
    '4.1 ip is IPv4 or IPv6',
    async (stage) => {
      for (const ip of ['192.0.2.7', '2001:db8::7', '::1', '2001:0db8:0000:0000:0000:0000:0000:0007'])
        expect(await registering(stage, { ip })).toMatchObject(done)
      for (const ip of ['192.0.2.256', 'localhost', '2001:db8::g', '1.2.3'])
        expect(await post(stage, `${stage.base}/payment/rest/register.do`, form(ip)).then(textOf)).toContain(
          'Field ip ',
        )
    },
  ],
  [
    '4.1 cardholderName is in Latin characters, with accents too',
    async (stage) => {
      for (const cardholderName of ['JANE DOE', 'José O’Brien', 'Łukasz Żak'])
        expect(await registering(stage, { cardholderName })).toMatchObject(done)
    },
  ],
  [
    '4.1 merchantLogin and merchantInn register for a child without a permission, and for nobody else’s child',
    async (stage) => {
      const merchantLogin = byChild.userName
      for (const named of [{ merchantLogin }, { merchantInn: '7700000001' }]) {
        const { orderId } = await registering(stage, named)
        expect(await stateOf(stage, orderId!, byChild)).toMatchObject({ errorCode: '0', orderStatus: 0 })
        expect(await stateOf(stage, orderId!)).toMatchObject({ errorCode: '6' })
        expect(await registering(stage, { ...byOther, ...named })).toMatchObject(denied)
      }
      expect(await registering(stage, { merchantInn: '7700000002' })).toMatchObject(denied)
      expect(await registering(stage, { merchantLogin: byOther.userName, merchantInn: '7700000001' })).toMatchObject(
        denied,
      )
      expect(await registering(stage, { ...byTrusted, merchantInn: '7700000001' })).toMatchObject(denied)
    },
  ],
  [
    '4.1 dynamicCallbackUrl is mandatory where the merchant is so configured',
    async (stage) => {
      const missing = { errorCode: '4', errorMessage: 'Field dynamicCallbackUrl is required' }
      const { pan, expiry } = notEnrolled
      const order = { ...byNotifying, orderNumber: newNumber(), amount: 1, returnUrl: 'https://shop.test/' }
      expect(await stage.gateway.register(order)).toMatchObject(missing)
      expect(await stage.gateway.registerPreAuth(order)).toMatchObject(missing)
      const byMoto = { ...order, cardholder: 'A HOLDER', pan, expiry, email: 'a@shop.test' }
      expect(await stage.gateway.motoPayment(byMoto)).toMatchObject({ success: false, ...missing })
      const dynamicCallbackUrl = 'https://shop.test/told'
      expect(await stage.gateway.register({ ...order, dynamicCallbackUrl })).toMatchObject(done)
    },
  ],
  [
    '4.1 email is required where clients are notified: at the payment, of the payment or of the order',
    async (stage) => {
      const missing = { errorCode: '4', errorMessage: expect.stringMatching(/^Field email is required/) }
      const dynamicCallbackUrl = 'https://shop.test/told'
      const order = { ...byNotifying, dynamicCallbackUrl, language: 'en' } as const
      const id = await registered(stage, order)
      expect(await paid(stage, id, notEnrolled, byNotifying)).toMatchObject(missing)
      const binding = { ...byNotifying, mdOrder: id, bindingId: 'any' }
      expect(await stage.gateway.paymentOrderBinding(binding)).toMatchObject(missing)
      const { pan, expiry } = notEnrolled
      const byMoto = { ...order, amount: 1, returnUrl: 'https://shop.test/', cardholder: 'A HOLDER', pan, expiry }
      expect(await stage.gateway.motoPayment(byMoto)).toMatchObject({ success: false, ...missing })
      expect(await stateOf(stage, id, byNotifying)).toMatchObject({ orderStatus: 0, actionCode: -100 })
      // A card with a first call still to come: nothing happens that the address would be told of.
      const enrolled = { pan: '5555555555555599', expiry: '203412', cvc: '123' }
      const told = { ...byNotifying, email: 'a@shop.test' }
      expect(await paid(stage, id, enrolled, told)).toMatchObject({ is3DSVer2: true })
      const ofOrder = await registered(stage, { ...order, email: 'a@shop.test' })
      expect(await paid(stage, ofOrder, enrolled, byNotifying)).toMatchObject({ is3DSVer2: true })
    },
  ],
  [
    '4.1 a bindingId that is registered must be a binding in use of that client',
    async (stage) => {
      const clientId = newClient()
      const bindingId = await stored(stage, clientId)
      const refused = { errorCode: '5', errorMessage: expect.stringMatching(/^Field bindingId/) }
      expect(await registering(stage, { clientId, bindingId })).toMatchObject(done)
      expect(await registering(stage, { clientId: newClient(), bindingId })).toMatchObject(refused)
      await stage.gateway.unBindCard({ ...credentials, bindingId })
      expect(await registering(stage, { clientId, bindingId })).toMatchObject(refused)
    },
  ],
  [
    '2.4 itemDetailsParams is a list, or one parameter by itself',
    async (stage) => {
      const cup = { positionId: 1, name: 'A cup', quantity: { value: 1, measure: 'pcs' }, itemPrice: 1234 }
      const param = { name: 'colour', value: 'red' }
      const ask = (itemDetailsParams: object) =>
        registering(stage, {
          orderBundle: { cartItems: { items: [{ ...cup, itemDetails: { itemDetailsParams } }] } } as never,
        })
      expect(await ask(param)).toMatchObject(done)
      expect(await ask([param, param])).toMatchObject(done)
    },
  ],
  [
    '2.4 browserIpAddress, ip and the payer blocks of a payment are taken as those of its order',
    async (stage) => {
      const id = await registered(stage, { ip: '192.0.2.1' })
      await paid(stage, id, notEnrolled, {
        ip: '2001:db8::7',
        billingPayerData: { billingCity: 'Limassol' },
        shippingPayerData: { shippingMethodIndicator: 1, deliveryEmail: 'a@shop.test' },
        preOrderPayerData: { preOrderDate: '20310131', preOrderPurchaseInd: 2 },
        orderPayerData: { homePhone: '+35722000000' },
        billingAndShippingAddressMatchIndicator: 'N',
        clientBrowserInfo: { browserIpAddress: '2001:db8::7', isMobile: false, screenHeight: 800, colorDepth: '24' },
      })
      expect(await stateOf(stage, id)).toMatchObject({ orderStatus: 2, ip: '2001:db8::7' })
    },
  ],
]
