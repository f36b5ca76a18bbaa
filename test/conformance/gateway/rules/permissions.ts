import { expect } from 'vitest'
import {
  byOther,
  byStrict,
  byTrusted,
  cardNamed,
  credentials,
  newNumber,
  paid,
  paidInTwo,
  registered,
  stateOf,
  type Fixture,
} from '../fixture.ts'
import { enrolled, newClient, notEnrolled } from '../stored-cards.ts'
import { rulesOf } from './rule.ts'

const frictionlessVisa = cardNamed('4111111111111111')
const billingPayerData = { billingAddressLine1: '1 High Street', billingPostalCode: '12345' }

const registration = () => ({ orderNumber: newNumber(), amount: 1234, returnUrl: 'https://shop.test/back' })

const strictOrder = (fixture: Fixture, change: object = {}) =>
  registered(fixture, { ...byStrict, billingPayerData, ...change })

/** Rules of merchants' permissions and demands. */
export const permissionRules = rulesOf({
  async '4.1 feeInput and bindingId of a registration need a permission'(fixture) {
    for (const [field, value] of [
      ['feeInput', 10],
      ['bindingId', 'a-binding'],
    ] as const)
      expect(await fixture.gateway.register({ ...byStrict, ...registration(), [field]: value })).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringMatching(new RegExp(`Field ${field} needs a permission`)),
      })
  },
  async '4.2 autocompletionDate and autoReverseDate need enabling'(fixture) {
    for (const field of ['autocompletionDate', 'autoReverseDate'] as const) {
      const dated = { ...byStrict, ...registration(), [field]: '2031-01-01T00:00:00' }
      expect(await fixture.gateway.registerPreAuth(dated)).toMatchObject({
        errorCode: '5',
        errorMessage: expect.stringContaining(`Field ${field} needs a permission`),
      })
    }
  },
  async '4.1 merchantLogin registers for another merchant with a permission, and then the order is theirs'(fixture) {
    const { register } = fixture.gateway
    const request = { ...registration(), merchantLogin: byOther.userName }
    const denied = { errorCode: '5', errorMessage: 'Access denied' }
    expect(await register({ ...credentials, ...request })).toMatchObject(denied)
    expect(await register({ ...byTrusted, ...request, merchantLogin: 'nobody' })).toMatchObject(denied)
    const { orderId } = await register({ ...byTrusted, ...request })
    expect(await stateOf(fixture, orderId!, byOther)).toMatchObject({
      errorCode: '0',
      orderNumber: request.orderNumber,
    })
    const { orderNumber } = request
    const byNumber = await fixture.gateway.getOrderStatusExtended({ ...byTrusted, orderNumber })
    expect(byNumber).toMatchObject({ errorCode: '6' })
    expect(await stateOf(fixture, orderId!, credentials)).toMatchObject({ errorCode: '6' })
    // A payment names an order by its orderId only (4.3), so the permission is enough for that.
    expect(await stateOf(fixture, orderId!, byTrusted)).toMatchObject({ errorCode: '0' })
    const read = { ...byTrusted, orderId: orderId!, merchantLogin: byOther.userName }
    expect(await fixture.gateway.getOrderStatusExtended(read)).toMatchObject({ errorCode: '0' })
    expect(await register({ ...credentials, ...registration(), merchantLogin: credentials.userName })).toHaveProperty(
      'orderId',
    )
  },
  async '2.4 clientBrowserInfo requires a merchant-level setting'(fixture) {
    const id = await strictOrder(fixture)
    const refused = { errorCode: '5', errorMessage: expect.stringContaining('Field clientBrowserInfo') }
    const clientBrowserInfo = { userAgent: 'A browser' }
    expect(await paid(fixture, id, notEnrolled, { ...byStrict, clientBrowserInfo })).toMatchObject(refused)
    const byBinding = { ...byStrict, mdOrder: id, bindingId: 'any', clientBrowserInfo }
    expect(await fixture.gateway.paymentOrderBinding(byBinding)).toMatchObject(refused)
    expect(await stateOf(fixture, id, byStrict)).toMatchObject({ orderStatus: 0 })
  },
  async '2.4 VISA with 3-D Secure requires a phone or an e-mail, of the order or of the payment, of a merchant held to it'(
    fixture,
  ) {
    const refused = { errorCode: '5', errorMessage: expect.stringMatching(/email.*mobilePhone/) }
    const pay = (id: string, change: object = {}) => paid(fixture, id, frictionlessVisa, { ...byStrict, ...change })
    const id = await strictOrder(fixture)
    expect(await pay(id)).toMatchObject(refused)
    expect(await stateOf(fixture, id, byStrict)).toMatchObject({ orderStatus: 0, actionCode: -100 })
    const contacts = [{ email: 'a@shop.test' }, { orderPayerData: { mobilePhone: '+35799988877' } }]
    for (const contact of contacts) {
      expect(await pay(await strictOrder(fixture), contact)).toMatchObject({ is3DSVer2: true })
      expect(await pay(await strictOrder(fixture, contact))).toMatchObject({ is3DSVer2: true })
    }
    const whole = await strictOrder(fixture)
    await paidInTwo(fixture, whole, frictionlessVisa, { ...byStrict, ...contacts[0] })
    expect(await stateOf(fixture, whole, byStrict)).toMatchObject({ orderStatus: 2 })
  },
  async '2.4 other brands, VISA without 3-D Secure, and merchants not so set up need no phone or e-mail'(fixture) {
    const pay = async (card: typeof enrolled, change: object = {}) =>
      paid(fixture, await strictOrder(fixture, change), card, byStrict)
    expect(await pay(enrolled)).toMatchObject({ is3DSVer2: true })
    expect(await pay(notEnrolled)).toMatchObject({ errorCode: '0' })
    expect(await pay(frictionlessVisa, { features: ['FORCE_SSL'] })).toMatchObject({ errorCode: '0' })
    expect(await paid(fixture, await registered(fixture), frictionlessVisa)).toMatchObject({ is3DSVer2: true })
  },
  async '2.4 the billing block is mandatory where addresses are verified, with its first line and postal code'(
    fixture,
  ) {
    const refused = { errorCode: '5', errorMessage: expect.stringContaining('Field billingPayerData') }
    const { billingAddressLine1, billingPostalCode } = billingPayerData
    for (const billing of [undefined, { billingAddressLine1 }, { billingPostalCode }]) {
      const id = await strictOrder(fixture, { billingPayerData: billing })
      expect(await paid(fixture, id, notEnrolled, byStrict)).toMatchObject(refused)
      expect(await paid(fixture, id, notEnrolled, { ...byStrict, billingPayerData })).toMatchObject({
        errorCode: '0',
      })
    }
    const { pan, expiry } = notEnrolled
    const byMoto = (change: object) =>
      fixture.gateway.motoPayment({ ...byStrict, ...registration(), cardholder: 'A HOLDER', pan, expiry, ...change })
    expect(await byMoto({})).toMatchObject({ success: false, ...refused })
    expect(await byMoto({ billingPayerData })).toMatchObject({ success: true })
  },
  async 'family: a merchant may be set up to demand the CVC of stored cards, from their holders only'(fixture) {
    const clientId = newClient()
    const id = await strictOrder(fixture, { clientId, features: ['FORCE_CREATE_BINDING'] })
    await paid(fixture, id, notEnrolled, byStrict)
    const { bindingInfo } = await stateOf(fixture, id, byStrict)
    const next = await strictOrder(fixture, { clientId })
    const pay = (change: object) =>
      fixture.gateway.paymentOrderBinding({
        ...byStrict,
        mdOrder: next,
        bindingId: bindingInfo!.bindingId,
        ...change,
      })
    expect(await pay({})).toMatchObject({ errorCode: '5', errorMessage: expect.stringContaining('Field cvc') })
    expect(await pay({ tii: 'U' })).toMatchObject({ errorCode: '0' })
    expect(await stateOf(fixture, next, byStrict)).toMatchObject({ orderStatus: 2 })
  },
  async '8 an order lives as long as the merchant settings say where the request says nothing'(fixture) {
    const id = await strictOrder(fixture)
    fixture.clock.advance(59_999)
    expect(await stateOf(fixture, id, byStrict)).toMatchObject({ orderStatus: 0 })
    fixture.clock.advance(1)
    expect(await stateOf(fixture, id, byStrict)).toMatchObject({ orderStatus: 6, actionCode: -2007 })
  },
  async '4.1 email is validated at the payment, not at the registration'(fixture) {
    const refused = { errorCode: '5', errorMessage: expect.stringContaining('Field email') }
    const id = await registered(fixture, { email: 'nobody' })
    expect(await paid(fixture, id, notEnrolled)).toMatchObject(refused)
    expect(await paid(fixture, id, notEnrolled, { email: 'a b@shop.test' })).toMatchObject(refused)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
    expect(await paid(fixture, id, notEnrolled, { email: 'a@shop.test' })).toMatchObject({ errorCode: '0' })
  },
})
