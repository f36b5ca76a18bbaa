import { fastify } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Binding } from '#server-contract/gateway/bindings.ts'
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

/** The amounts of an order. */
export interface Ledger {
  approved: number
  deposited: number
  refunds: { date: number; actionCode: string; amount: number; externalRefundId?: string }[]
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

export const storedCard = (bindingId: string, bindingCategory: Binding['bindingCategory'] = 'COMMON'): Binding => ({
  bindingId,
  maskedPan: '411111**1111',
  expiryDate: '203012',
  bindingCategory,
})

/** The operations of card payments, and of what a merchant does after them. */
const played = {
  register: gatewayApi.register,
  registerPreAuth: gatewayApi.registerPreAuth,
  paymentorder: gatewayApi.paymentorder,
  getOrderStatusExtended: gatewayApi.getOrderStatusExtended,
  decline: gatewayApi.decline,
  acsRedirect: gatewayApi.acsRedirect,
  sealingKeys: gatewayApi.sealingKeys,
  deposit: gatewayApi.deposit,
  reverse: gatewayApi.reverse,
  refund: gatewayApi.refund,
  getBindings: gatewayApi.getBindings,
  unBindCard: gatewayApi.unBindCard,
  paymentOrderBinding: gatewayApi.paymentOrderBinding,
  recurrentPayment: gatewayApi.recurrentPayment,
}

/** What a form says; of JSON, all that tests read as text. */
type Fields = Readonly<Record<string, string>>

const unknownOrder = { errorCode: '6', errorMessage: 'Unknown order' }
const notHeld = { errorCode: '7', errorMessage: 'The order is not held' }

/** A fake gateway with the contract's operations, scripted payments, and a connection that a test can break. */
export async function fakeGateway(clock: FakeClock, base: string) {
  const orders = new Map<string, FakeOrder>()
  const ledgers = new Map<string, Ledger>()
  const bindings = new Map<string, readonly Binding[]>()
  const calls: { readonly what: string; readonly fields: Fields }[] = []
  const state = {
    script: approve as Script,
    wire: ((_, work) => work()) as Wire,
    registerRefusal: undefined as Verdict | undefined,
    chargeStatus: 2,
    chargeCode: 0,
    chargeRefusal: undefined as string | undefined,
    chargeErrorCode: 10,
    /** A status has the card, the sums and the refunds. */
    isWhole: false,
    /** Of an older gateway: its status names no refunds, and a refund is not compared with what is left. */
    isOlder: false,
    /** Of an older gateway still: its status has no sums. */
    hasSums: true,
    /** How the status lists the refunds. */
    list: (refunds: Ledger['refunds']): Ledger['refunds'] | undefined => refunds,
    /** The gateway completes a hold in parts, which add up. */
    completesInParts: false,
  }
  const app = fastify()
  readForms(app)
  const ledgerOf = (order: FakeOrder): Ledger => {
    const fresh = { approved: order.amount, deposited: order.status === 2 ? order.amount : 0, refunds: [] }
    return ledgers.get(order.id) ?? ledgers.set(order.id, fresh).get(order.id)!
  }
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
  const moneyOf = (order: FakeOrder): Partial<OrderState> => {
    const { approved, deposited, refunds } = ledgerOf(order)
    const listed = state.isOlder ? undefined : state.list(refunds)
    const sums = { approvedAmount: approved, depositedAmount: deposited, refundedAmount: refunded(refunds) }
    return {
      cardAuthInfo: { maskedPan: '411111**1111' },
      ...(listed && { refunds: listed }),
      ...(state.hasSums && { paymentAmountInfo: { paymentState: 'ANY', ...sums } }),
    }
  }
  const charge = (order: FakeOrder): void => {
    Object.assign(order, { status: state.chargeStatus, actionCode: state.chargeCode })
    ledgers.delete(order.id)
  }
  mount<typeof played, undefined>(
    app,
    played,
    {
      register: registering(false),
      registerPreAuth: registering(true),
      paymentorder(payment) {
        const order = byId(payment.MDORDER)!
        const answer = state.script(order, payment)
        ledgers.delete(order.id) // the payment decides what its sums begin with
        return answer
      },
      getOrderStatusExtended: ({ orderId, orderNumber }) => {
        const order = byId(orderId) ?? orders.get(orderNumber ?? '')
        return order ? { ...stateOf(order), ...(state.isWhole && moneyOf(order)) } : unknownOrder
      },
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
      deposit: ({ orderId, amount }) => {
        const order = byId(orderId)!
        const ledger = ledgerOf(order)
        if (order.status !== 1 && !(state.completesInParts && order.status === 8)) return notHeld
        const deposited = ledger.deposited + (amount || ledger.approved)
        if (deposited > ledger.approved) return { errorCode: '5', errorMessage: 'Amount is above the hold' }
        ledger.deposited = deposited
        order.status = deposited < ledger.approved && state.completesInParts ? 8 : 2
        return { errorCode: '0' }
      },
      reverse: ({ orderId }) => {
        const order = byId(orderId)!
        if (order.status !== 1) return notHeld
        order.status = 3
        return { errorCode: '0' }
      },
      refund: ({ orderId, amount, expectedDepositedAmount, externalRefundId }) => {
        const order = byId(orderId)!
        const { deposited, refunds } = ledgerOf(order)
        const left = deposited - refunded(refunds)
        const isCompared = !state.isOlder && expectedDepositedAmount !== undefined
        if ((isCompared && expectedDepositedAmount !== left) || amount > left)
          return { errorCode: '7', errorMessage: 'Not so much left' }
        const id = externalRefundId === undefined ? {} : { externalRefundId }
        refunds.push({ date: clock.now(), actionCode: '000', amount: amount || left, ...id })
        order.status = 4
        return { errorCode: '0' }
      },
      getBindings: ({ clientId }) => {
        const own = bindings.get(clientId!) ?? []
        return own.length ? { errorCode: '0', bindings: [...own] } : { errorCode: '2', errorMessage: 'No bindings' }
      },
      unBindCard: ({ bindingId }) => {
        const isIt = (one: Binding) => one.bindingId === bindingId
        if (![...bindings.values()].flat().some(isIt))
          return { errorCode: '2', errorMessage: 'The binding is not active' }
        for (const [client, own] of bindings)
          bindings.set(
            client,
            own.filter((one) => !isIt(one)),
          )
        return { errorCode: '0' }
      },
      paymentOrderBinding: ({ mdOrder }) => {
        const { chargeRefusal: error, chargeErrorCode: errorCode } = state
        if (error !== undefined) return { errorCode, error, errorMessage: error }
        charge(byId(mdOrder)!)
        return { errorCode: 0, info: 'Processed' }
      },
      recurrentPayment: ({ orderNumber, amount, currency }) => {
        if (state.chargeRefusal !== undefined)
          return { success: false, error: { code: '10', message: state.chargeRefusal } }
        const returnUrl = 'https://shop.example'
        const order = add({ orderNumber: orderNumber!, amount: amount!, currency, returnUrl })
        charge(order)
        return { success: true, data: { orderId: order.id } }
      },
    },
    { context: () => undefined, refuse: ({ field, rule }) => ({ errorCode: '5', errorMessage: `${field} ${rule}` }) },
  )
  const work = async (request: Request): Promise<Response> => {
    const body = request.method === 'GET' ? undefined : await request.text()
    const headers = Object.fromEntries(request.headers)
    const isJson = headers['content-type'] === 'application/json'
    calls.push({
      what: request.url.slice(request.url.lastIndexOf('/') + 1),
      fields: isJson ? (JSON.parse(body!) as Fields) : Object.fromEntries(new URLSearchParams(body ?? '')),
    })
    const answer = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: request.url.slice(base.length),
      headers,
      ...(body !== undefined && { payload: body }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  }
  const fetch = onRequest((request) => state.wire(request, () => clock.during(work(request))))
  /** The calls of an operation. */
  const of = (what: string) => calls.filter((call) => call.what === what)
  return { orders, ledgers, bindings, calls, state, fetch, add, of, paymentsOf: () => of('paymentorder.do') }
}

const refunded = (refunds: Ledger['refunds']): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

const stateOf = (order: FakeOrder): OrderState => ({
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
})
