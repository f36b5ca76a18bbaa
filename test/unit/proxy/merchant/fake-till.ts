import { fastify } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Binding } from '#server-contract/gateway/bindings.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { mount, readForms } from '#router/mount.ts'
import { gatewayUrl, type TestProxy } from '../support/test-proxy.ts'
import type { FakeOrder, Wire } from '../../../support/fake-gateway.ts'

const { getOrderStatusExtended, deposit, reverse, refund, getBindings, unBindCard } = gatewayApi
const { paymentOrderBinding, recurrentPayment } = gatewayApi
const played = {
  getOrderStatusExtended,
  deposit,
  reverse,
  refund,
  getBindings,
  unBindCard,
  paymentOrderBinding,
  recurrentPayment,
}

const paths: ReadonlySet<string> = new Set(Object.values(played).map(({ path }) => path))

/** The amounts of an order. */
export interface Ledger {
  approved: number
  deposited: number
  refunds: { date: number; actionCode: string; amount: number; externalRefundId?: string }[]
}

export const card = (bindingId: string, bindingCategory: Binding['bindingCategory'] = 'COMMON'): Binding => ({
  bindingId,
  maskedPan: '411111**1111',
  expiryDate: '203012',
  bindingCategory,
})

/** The gateway's operations after a payment, on the orders of the fake gateway. */
export function fakeTill({ gateway, clock }: TestProxy) {
  const { orders } = gateway
  const ledgers = new Map<string, Ledger>()
  const bindings = new Map<string, Binding[]>()
  const calls: { readonly what: string; readonly fields: Readonly<Record<string, unknown>> }[] = []
  const state = {
    wire: ((_, work) => work()) as Wire,
    chargeStatus: 2,
    chargeCode: 0,
    chargeRefusal: undefined as string | undefined,
    chargeErrorCode: 10,
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
  const byId = (id: string | undefined) => [...orders.values()].find((order) => order.id === id)!
  const report = (order: FakeOrder | undefined): OrderState => {
    if (!order) return { errorCode: '6', errorMessage: 'Unknown order' }
    const { approved, deposited, refunds } = ledgerOf(order)
    const listed = state.isOlder ? undefined : state.list(refunds)
    return {
      errorCode: '0',
      orderNumber: order.number,
      orderStatus: order.status,
      actionCode: order.actionCode,
      amount: order.amount,
      ...(order.currency !== undefined && { currency: order.currency }),
      date: order.date,
      attributes: [{ name: 'mdOrder', value: order.id }],
      cardAuthInfo: { maskedPan: '411111**1111' },
      ...(listed && { refunds: listed }),
      ...(state.hasSums && {
        paymentAmountInfo: {
          paymentState: 'ANY',
          approvedAmount: approved,
          depositedAmount: deposited,
          refundedAmount: refunded(refunds),
        },
      }),
    }
  }
  const pay = (order: FakeOrder): void => {
    Object.assign(order, { status: state.chargeStatus, actionCode: state.chargeCode })
    ledgers.delete(order.id)
  }
  mount<typeof played, undefined>(
    app,
    played,
    {
      getOrderStatusExtended: ({ orderId, orderNumber }) => report(byId(orderId) ?? orders.get(orderNumber ?? '')),
      deposit: ({ orderId, amount }) => {
        const order = byId(orderId)
        const ledger = ledgerOf(order)
        const isHeld = order.status === 1 || (state.completesInParts && order.status === 8)
        if (!isHeld) return { errorCode: '7', errorMessage: 'The order is not held' }
        const deposited = ledger.deposited + (amount || ledger.approved)
        if (deposited > ledger.approved) return { errorCode: '5', errorMessage: 'Amount is above the hold' }
        ledger.deposited = deposited
        order.status = deposited < ledger.approved && state.completesInParts ? 8 : 2
        return { errorCode: '0' }
      },
      reverse: ({ orderId }) => {
        const order = byId(orderId)
        if (order.status !== 1) return { errorCode: '7', errorMessage: 'The order is not held' }
        order.status = 3
        return { errorCode: '0' }
      },
      refund: ({ orderId, amount, expectedDepositedAmount, externalRefundId }) => {
        const order = byId(orderId)
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
        return own.length ? { errorCode: '0', bindings: own } : { errorCode: '2', errorMessage: 'No bindings' }
      },
      unBindCard: ({ bindingId }) => {
        if (![...bindings.values()].flat().some((one) => one.bindingId === bindingId))
          return { errorCode: '2', errorMessage: 'The binding is not active' }
        for (const [client, own] of bindings)
          bindings.set(
            client,
            own.filter((one) => one.bindingId !== bindingId),
          )
        return { errorCode: '0' }
      },
      paymentOrderBinding: ({ mdOrder }) => {
        if (state.chargeRefusal !== undefined)
          return { errorCode: state.chargeErrorCode, error: state.chargeRefusal, errorMessage: state.chargeRefusal }
        pay(byId(mdOrder))
        return { errorCode: 0, info: 'Processed' }
      },
      recurrentPayment: ({ orderNumber, amount, currency }) => {
        if (state.chargeRefusal !== undefined)
          return { success: false, error: { code: '10', message: state.chargeRefusal } }
        const order = gateway.add({
          orderNumber: orderNumber!,
          amount: amount!,
          currency,
          returnUrl: 'https://shop.example',
        })
        pay(order)
        return { success: true, data: { orderId: order.id } }
      },
    },
    { context: () => undefined, refuse: ({ field, rule }) => ({ errorCode: '5', errorMessage: `${field} ${rule}` }) },
  )
  const work = async (request: Request): Promise<Response> => {
    const url = request.url.slice(gatewayUrl.length)
    const body = await request.text()
    const isJson = request.headers.get('content-type') === 'application/json'
    const fields = isJson ? (JSON.parse(body) as object) : Object.fromEntries(new URLSearchParams(body))
    calls.push({ what: url.slice(url.lastIndexOf('/') + 1), fields: { ...fields } })
    const headers = Object.fromEntries(request.headers)
    const answer = await app.inject({ method: 'POST', url, headers, payload: body })
    return new Response(answer.body, { status: answer.statusCode })
  }
  gateway.state.wire = (request, rest) =>
    state.wire(request, () => (paths.has(new URL(request.url).pathname) ? clock.during(work(request)) : rest()))
  return { orders, ledgers, bindings, calls, state, of: (what: string) => calls.filter((call) => call.what === what) }
}

const refunded = (refunds: Ledger['refunds']): number => refunds.reduce((sum, { amount }) => sum + amount, 0)
