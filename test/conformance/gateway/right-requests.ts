import type { gatewayApi } from '#contract/gateway/api.ts'
import { debitedOrder, heldOrder } from './paid-orders.ts'
import { credentials, merchant, newNumber, paidInTwo, registered, stateOf, type Stage } from './stage.ts'
import { enrolled, newClient, notEnrolled, stored } from './stored-cards.ts'
import { appleData, appleToken, googleData, googleToken } from './wallet-payments.ts'

/** The operations that take fields. */
export type Name = Exclude<keyof typeof gatewayApi, 'sealingKeys'>

/** An operation that may be asked, and would be done. */
export interface RightRequest {
  readonly fields: Readonly<Record<string, unknown>>
  /** What there is to see of it; the same for as long as nothing is done. */
  readonly trace: () => Promise<unknown>
}

export const basket = {
  orderCreationDate: '2030-05-01T12:00:00',
  customerDetails: {
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
      },
    ],
  },
}

const returnUrl = 'https://shop.test/back'
const { pan, cvc, expiry } = notEnrolled

/** A request of that name whose order does not exist yet. */
const registering = (stage: Stage, fields: object, by: object = credentials): RightRequest => {
  const orderNumber = newNumber()
  return {
    fields: { ...by, orderNumber, ...fields },
    trace: async () => [
      stage.debits(),
      (await stage.gateway.getOrderStatusExtended({ ...credentials, orderNumber })).orderStatus,
    ],
  }
}

const about = (stage: Stage, orderId: string, fields: object): RightRequest => ({
  fields: { ...credentials, ...fields },
  trace: async () => [stage.debits(), stage.givenBack(orderId), await stateOf(stage, orderId)],
})

const aboutClient = (stage: Stage, clientId: string, fields: object): RightRequest => ({
  fields: { ...credentials, ...fields },
  trace: () => stage.gateway.getBindings({ ...credentials, clientId }),
})

const to = { merchant: merchant.login }
const login = { username: merchant.login, password: merchant.password }
const atB = { amount: 100, returnUrl, ip: '192.0.2.1', clientId: 'client' }

/** A request of each operation that breaks no rule. */
export const rightRequests: Readonly<Record<Name, (stage: Stage) => Promise<RightRequest>>> = {
  register: async (stage) => registering(stage, { amount: 100, returnUrl }),
  registerPreAuth: async (stage) => registering(stage, { amount: 100, returnUrl }),
  motoPayment: async (stage) => registering(stage, { amount: 100, returnUrl, cardholder: 'A HOLDER', pan, expiry }),
  async recurrentPayment(stage) {
    return registering(stage, { amount: 100, bindingId: await stored(stage, newClient(), { type: 'R' }) })
  },
  async paymentorder(stage) {
    const MDORDER = await registered(stage)
    return about(stage, MDORDER, { MDORDER, TEXT: 'A HOLDER', language: 'en', $PAN: pan, $CVC: cvc, $EXPIRY: expiry })
  },
  async paymentOrderBinding(stage) {
    const clientId = newClient()
    const mdOrder = await registered(stage, { clientId })
    return about(stage, mdOrder, { mdOrder, bindingId: await stored(stage, clientId) })
  },
  async getOrderStatusExtended(stage) {
    const orderId = await registered(stage)
    return about(stage, orderId, { orderId })
  },
  async decline(stage) {
    const orderId = await registered(stage)
    return about(stage, orderId, { orderId })
  },
  async deposit(stage) {
    const orderId = await heldOrder(stage)
    return about(stage, orderId, { orderId, amount: 0 })
  },
  async reverse(stage) {
    const orderId = await heldOrder(stage)
    return about(stage, orderId, { orderId })
  },
  async refund(stage) {
    const orderId = await debitedOrder(stage)
    return about(stage, orderId, { orderId, amount: 0 })
  },
  async acsRedirect(stage) {
    const orderId = await registered(stage)
    await paidInTwo(stage, orderId, enrolled)
    return { ...about(stage, orderId, {}), fields: { orderId } }
  },
  async getBindings(stage) {
    const clientId = newClient()
    await stored(stage, clientId)
    return aboutClient(stage, clientId, { clientId })
  },
  async unBindCard(stage) {
    const clientId = newClient()
    return aboutClient(stage, clientId, { bindingId: await stored(stage, clientId) })
  },
  async bindCard(stage) {
    const clientId = newClient()
    const bindingId = await stored(stage, clientId)
    await stage.gateway.unBindCard({ ...credentials, bindingId })
    return aboutClient(stage, clientId, { bindingId })
  },
  walletAPayment: async (stage) => registering(stage, { paymentToken: await appleToken(stage) }, to),
  walletADirect: async (stage) => registering(stage, { paymentToken: appleData() }, login),
  walletBPayment: async (stage) =>
    registering(stage, { ...atB, paymentToken: googleToken(stage, 'CRYPTOGRAM_3DS') }, to),
  walletBDirect: async (stage) => registering(stage, { ...atB, paymentToken: googleData(stage) }, login),
}
