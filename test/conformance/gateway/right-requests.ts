import type { gatewayApi } from '#server-contract/gateway/api.ts'
import { CReq, unpack } from '#server-contract/three-ds/messages.ts'
import { codeOf, roubleOrder, storedAccount } from './bank-app.ts'
import { debitedOrder, heldOrder, inZone } from './paid-orders.ts'
import {
  credentials,
  merchant,
  newNumber,
  paidInTwo,
  registered,
  reportResult,
  stateOf,
  type Fixture,
} from './fixture.ts'
import { enrolled, newClient, notEnrolled, stored } from './stored-cards.ts'
import { appleData, appleToken, googleData, googleToken } from './wallet-payments.ts'

/** The operations that take fields. */
export type Name = Exclude<keyof typeof gatewayApi, 'sealingKeys'>

/** A valid request of an operation. */
export interface RightRequest {
  readonly fields: Readonly<Record<string, unknown>>
  /** The state that the request would change; the same as long as the request is not carried out. */
  readonly trace: () => Promise<unknown>
}

export const basket = {
  orderCreationDate: '2030-05-01T12:00:00',
  ffdVersion: '1.2',
  receiptType: 'sell',
  company: { email: 'shop@shop.test', sno: 'osn', inn: '7700000001', paymentAddress: 'https://shop.test' },
  payments: [{ type: 1, sum: 1234 }],
  total: 1234,
  installments: { productID: '10', productType: 'INSTALLMENT' },
  customerDetails: {
    email: 'jane@shop.test',
    phone: '375291234567',
    inn: '770000000123',
    contact: 'any time',
    fullName: 'Jane Doe',
    passport: 'AB 1234567',
    deliveryInfo: { deliveryType: 'courier', country: 'CY', city: 'Limassol', postAddress: '1 High Street' },
  },
  cartItems: {
    items: [
      {
        positionId: 1,
        name: 'A cup',
        quantity: { value: 2, measure: 'pcs' },
        itemPrice: 617,
        itemDetails: { itemDetailsParams: [{ name: 'colour', value: 'red' }] },
        tax: { taxType: 6, taxSum: 206 },
        itemAttributes: { attributes: [{ name: 'paymentMethod', value: '4' }] },
        discount: { discountType: 'percent', discountValue: 10 },
        agentInterest: { interestType: 'agentPercent', interestValue: 4 },
        depositedItemAmount: 1234,
      },
    ],
  },
}

const returnUrl = 'https://shop.test/back'
const { pan, cvc, expiry } = notEnrolled

/** A valid request of an order that does not exist yet. */
const registering = (fixture: Fixture, fields: object, by: object = credentials): RightRequest => {
  const orderNumber = newNumber()
  return {
    fields: { ...by, orderNumber, ...fields },
    trace: async () => [
      fixture.debits(),
      (await fixture.gateway.getOrderStatusExtended({ ...credentials, orderNumber })).orderStatus,
    ],
  }
}

const about = (fixture: Fixture, orderId: string, fields: object): RightRequest => ({
  fields: { ...credentials, ...fields },
  trace: async () => [fixture.debits(), fixture.givenBack(orderId), await stateOf(fixture, orderId)],
})

const aboutClient = (fixture: Fixture, clientId: string, fields: object): RightRequest => ({
  fields: { ...credentials, ...fields },
  trace: () => fixture.gateway.getBindings({ ...credentials, clientId }),
})

/** The last hour of the fixture, as getLastOrdersForMerchants.do takes it. */
export const period = ({ clock }: Pick<Fixture, 'clock'>, lasting = 3_600_000) => ({
  from: momentIn(clock.now() - lasting),
  to: momentIn(clock.now()),
})

const momentIn = (at: number): string => inZone(at).replaceAll(/[-:T]/g, '')

async function aboutCode(fixture: Fixture): Promise<RightRequest> {
  const mdOrder = await roubleOrder(fixture)
  const fields = { ...credentials, mdOrder, qrId: (await codeOf(fixture, mdOrder)).qrId }
  return { fields, trace: () => fixture.gateway.sbpQrStatus(fields) }
}

const aboutAccounts = (fixture: Fixture, clientId: string, fields: object): RightRequest => ({
  fields: { ...credentials, ...fields },
  trace: () => fixture.gateway.sbpGetBindings({ ...credentials, clientId }),
})

const to = { merchant: merchant.login }
const login = { username: merchant.login, password: merchant.password }
const atB = { amount: 100, returnUrl, ip: '192.0.2.1', clientId: 'client' }

/** A valid request of each operation. */
export const rightRequests: Readonly<Record<Name, (fixture: Fixture) => Promise<RightRequest>>> = {
  register: async (fixture) => registering(fixture, { amount: 100, returnUrl }),
  registerPreAuth: async (fixture) => registering(fixture, { amount: 100, returnUrl }),
  motoPayment: async (fixture) => registering(fixture, { amount: 100, returnUrl, cardholder: 'A HOLDER', pan, expiry }),
  async recurrentPayment(fixture) {
    return registering(fixture, { amount: 100, bindingId: await stored(fixture, newClient(), { type: 'R' }) })
  },
  async paymentorder(fixture) {
    const MDORDER = await registered(fixture)
    return about(fixture, MDORDER, { MDORDER, TEXT: 'A HOLDER', language: 'en', $PAN: pan, $CVC: cvc, $EXPIRY: expiry })
  },
  async paymentOrderBinding(fixture) {
    const clientId = newClient()
    const mdOrder = await registered(fixture, { clientId })
    return about(fixture, mdOrder, { mdOrder, bindingId: await stored(fixture, clientId) })
  },
  async getOrderStatusExtended(fixture) {
    const orderId = await registered(fixture)
    return about(fixture, orderId, { orderId })
  },
  async decline(fixture) {
    const orderId = await registered(fixture)
    return about(fixture, orderId, { orderId })
  },
  async deposit(fixture) {
    const orderId = await heldOrder(fixture)
    return about(fixture, orderId, { orderId, amount: 0 })
  },
  async reverse(fixture) {
    const orderId = await heldOrder(fixture)
    return about(fixture, orderId, { orderId })
  },
  async refund(fixture) {
    const orderId = await debitedOrder(fixture)
    return about(fixture, orderId, { orderId, amount: 0 })
  },
  async acsRedirect(fixture) {
    const orderId = await registered(fixture)
    await paidInTwo(fixture, orderId, enrolled)
    return { ...about(fixture, orderId, {}), fields: { orderId } }
  },
  async getBindings(fixture) {
    const clientId = newClient()
    await stored(fixture, clientId)
    return aboutClient(fixture, clientId, { clientId })
  },
  async unBindCard(fixture) {
    const clientId = newClient()
    return aboutClient(fixture, clientId, { bindingId: await stored(fixture, clientId) })
  },
  async bindCard(fixture) {
    const clientId = newClient()
    const bindingId = await stored(fixture, clientId)
    await fixture.gateway.unBindCard({ ...credentials, bindingId })
    return aboutClient(fixture, clientId, { bindingId })
  },
  async getOrderStatus(fixture) {
    const orderId = await registered(fixture)
    return about(fixture, orderId, { orderId })
  },
  async acknowledge(fixture) {
    const mdOrder = await registered(fixture)
    return about(fixture, mdOrder, { mdOrder })
  },
  async getLastOrdersForMerchants(fixture) {
    const orderId = await registered(fixture)
    return about(fixture, orderId, { ...period(fixture), size: 10, transactionStates: 'CREATED,DEPOSITED' })
  },
  instantPayment: async (fixture) =>
    registering(fixture, { amount: 100, returnUrl, pan, cvc, expiry, cardholderName: 'A HOLDER' }),
  async finish3dsVer2Payment(fixture) {
    const orderId = await registered(fixture)
    const { packedCReq } = await paidInTwo(fixture, orderId, enrolled)
    await reportResult(fixture, packedCReq!)
    return about(fixture, orderId, { threeDSServerTransId: unpack(CReq, packedCReq!)!.threeDSServerTransID })
  },
  async verifyEnrollment(fixture) {
    return { ...about(fixture, '', { pan }), trace: async () => fixture.debits() }
  },
  async addParams(fixture) {
    const orderId = await registered(fixture)
    return about(fixture, orderId, { orderId, params: { seat: '12 A' } })
  },
  async getReceiptStatus(fixture) {
    const orderId = await debitedOrder(fixture, { orderBundle: basket })
    return about(fixture, orderId, { orderId })
  },
  async extendBinding(fixture) {
    const clientId = newClient()
    return aboutClient(fixture, clientId, { bindingId: await stored(fixture, clientId), newExpiry: '203512' })
  },
  async createBindingNoPayment(fixture) {
    const clientId = newClient()
    return aboutClient(fixture, clientId, { clientId, pan, expiryDate: expiry, cardholderName: 'A HOLDER' })
  },
  walletAPayment: async (fixture) => registering(fixture, { paymentToken: await appleToken(fixture) }, to),
  walletADirect: async (fixture) => registering(fixture, { paymentToken: appleData() }, login),
  walletBPayment: async (fixture) =>
    registering(fixture, { ...atB, paymentToken: googleToken(fixture, 'CRYPTOGRAM_3DS') }, to),
  walletBDirect: async (fixture) => registering(fixture, { ...atB, paymentToken: googleData(fixture) }, login),
  async sbpGetQr(fixture) {
    const mdOrder = await roubleOrder(fixture)
    return about(fixture, mdOrder, { mdOrder })
  },
  sbpQrStatus: aboutCode,
  sbpRejectQr: aboutCode,
  async sbpGetBindings(fixture) {
    const clientId = newClient()
    await storedAccount(fixture, clientId)
    return aboutAccounts(fixture, clientId, { clientId })
  },
  async sbpUnBind(fixture) {
    const clientId = newClient()
    return aboutAccounts(fixture, clientId, { bindingId: await storedAccount(fixture, clientId) })
  },
}
