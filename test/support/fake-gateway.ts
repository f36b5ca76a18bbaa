import { fastify } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { CardPayment, CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import type { OrderState, Registration, Verdict } from '#server-contract/gateway/orders.ts'
import { mount, readForms } from '#router/mount.ts'
import { onRequest } from './on-request.ts'
import type { FakeClock } from './clock.ts'

/** An order as the fake stores it; a test may change it. */
export interface FakeOrder {
  readonly number: string
  readonly id: string
  readonly registration: Registration
  readonly twoPhase: boolean
  amount: number
  currency: string | undefined
  date: number
  status: number
  actionCode: number
}

/** Applies a payment to its order and returns the gateway's answer. */
export type Script = (order: FakeOrder, payment: CardPayment) => CardPaymentAnswer

/** Transports a request. `work` has the gateway process it and returns the answer. */
export type Wire = (request: Request, work: () => Promise<Response>) => Promise<Response>

export const approve: Script = (order) => {
  order.status = order.twoPhase ? 1 : 2
  order.actionCode = 0
  return { errorCode: 0, info: 'Processed', redirect: 'https://shop.example/done' }
}

export const declineWith =
  (actionCode: number): Script =>
  (order) => {
    order.status = 6
    order.actionCode = actionCode
    return { errorCode: 0, error: 'Declined', errorMessage: 'Declined' }
  }

/** The operations that card payments need. */
const played = {
  register: gatewayApi.register,
  registerPreAuth: gatewayApi.registerPreAuth,
  paymentorder: gatewayApi.paymentorder,
  getOrderStatusExtended: gatewayApi.getOrderStatusExtended,
  decline: gatewayApi.decline,
  acsRedirect: gatewayApi.acsRedirect,
  sealingKeys: gatewayApi.sealingKeys,
}

/** A fake gateway with the contract's operations, scripted payments, and a connection that a test can break. */
export async function fakeGateway(clock: FakeClock, base: string) {
  const orders = new Map<string, FakeOrder>()
  const calls: { readonly what: string; readonly fields: Readonly<Record<string, string>> }[] = []
  const state = {
    script: approve as Script,
    wire: ((_, work) => work()) as Wire,
    registerRefusal: undefined as Verdict | undefined,
  }
  const app = fastify()
  readForms(app)
  const byId = (id: string | undefined) => [...orders.values()].find((order) => order.id === id)
  const registering = (twoPhase: boolean) => (fields: Registration) => {
    if (state.registerRefusal) return state.registerRefusal
    if (orders.has(fields.orderNumber)) return { errorCode: '1', errorMessage: 'Order number is used' }
    return { orderId: add(fields, twoPhase).id, formUrl: `${base}/form` }
  }
  const add = (registration: Registration, twoPhase = false): FakeOrder => {
    const order: FakeOrder = {
      number: registration.orderNumber,
      id: `id-of-${registration.orderNumber}`.slice(0, 36),
      registration,
      twoPhase,
      amount: registration.amount,
      currency: registration.currency,
      date: clock.now(),
      status: 0,
      actionCode: -100,
    }
    orders.set(order.number, order)
    return order
  }
  mount<typeof played, undefined>(
    app,
    played,
    {
      register: registering(false),
      registerPreAuth: registering(true),
      paymentorder: (payment) => state.script(byId(payment.MDORDER)!, payment),
      getOrderStatusExtended: ({ orderId, orderNumber }) => stateOf(byId(orderId) ?? orders.get(orderNumber ?? '')),
      decline: ({ orderId }) => {
        const order = byId(orderId)!
        if (order.status !== 0 && order.status !== 5) return { errorCode: '7' }
        Object.assign(order, { status: 6, actionCode: 4005 })
        return { errorCode: '0' }
      },
      acsRedirect: () => ({ location: base }),
      sealingKeys: () => ({
        keys: [
          { keyValue: '-----BEGIN PUBLIC KEY-----', protocolVersion: 'RSA', keyExpiration: clock.now() + 86_400_000 },
        ],
      }),
    },
    { context: () => undefined, refuse: ({ field, rule }) => ({ errorCode: '5', errorMessage: `${field} ${rule}` }) },
  )
  const work = async (request: Request): Promise<Response> => {
    const body = request.method === 'GET' ? undefined : await request.text()
    calls.push({
      what: request.url.slice(request.url.lastIndexOf('/') + 1),
      fields: Object.fromEntries(new URLSearchParams(body ?? '')),
    })
    const answer = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: request.url.slice(base.length),
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { payload: body }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  }
  const fetch = onRequest((request) => state.wire(request, () => clock.during(work(request))))
  const paymentsOf = () => calls.filter(({ what }) => what === 'paymentorder.do')
  return { orders, calls, state, fetch, add, paymentsOf }
}

const stateOf = (order: FakeOrder | undefined): OrderState =>
  order
    ? {
        errorCode: '0',
        orderNumber: order.number,
        orderStatus: order.status,
        actionCode: order.actionCode,
        amount: order.amount,
        ...(order.currency !== undefined && { currency: order.currency }),
        date: order.date,
        attributes: [{ name: 'mdOrder', value: order.id }],
        merchantOrderParams: Object.entries(order.registration.jsonParams ?? {}).map(([name, value]) => ({
          name,
          value: String(value),
        })),
      }
    : { errorCode: '6', errorMessage: 'Unknown order' }
