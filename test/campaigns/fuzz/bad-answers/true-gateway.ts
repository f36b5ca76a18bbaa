import { onRequest } from '../../../support/on-request.ts'
import type { Chance } from '../chance.ts'
import { readForm } from '../in-process/strict-form.ts'
import type { Honest, Spoiling } from './spoilings.ts'

/** The real result of a payment, whatever is answered. */
export type Fate = 'paid' | 'declined' | 'later' | 'method' | 'challenge'

export type Overload = 'refused' | 'unknown'

/** The real state of an order. */
export interface TrueOrder {
  readonly number: string
  readonly amount: number
  readonly isHold: boolean
  status: number
  actionCode: number
  charged: boolean
  /** A payment is under way, which may be charged at any moment. */
  mayBeCharged: boolean
}

/** What happens to the answers of one case. */
export interface Plan {
  fate: Fate
  /** Whether what is answered with HTTP 429 was processed before, as with TENDER_GATEWAY_OVERLOAD `unknown`. */
  overload: Overload
  /** Called for each answer; `undefined` leaves it as it is. */
  spoiling(what: string): Spoiling | undefined
}

type Fields = ReadonlyMap<string, unknown>
type Answer = Readonly<Record<string, unknown>>

/** A gateway that stores the real state and answers by it, unless the plan spoils the answer. */
export function trueGateway(chance: Chance, whenSilent: () => void) {
  const orders = new Map<string, TrueOrder>()
  const plan: Plan = { fate: 'paid', overload: 'refused', spoiling: () => undefined }
  const state: { plan: Plan; spoiled: string[] } = { plan, spoiled: [] }
  const add = (number: string, amount: number, isHold = false): TrueOrder => {
    const order = { number, amount, isHold, status: 0, actionCode: -100, charged: false, mayBeCharged: false }
    orders.set(number, order)
    return order
  }
  const byId = (id: unknown): TrueOrder | undefined => orders.get(String(id).replace(/^id-/, ''))
  const pay = (order: TrueOrder, { isSecond }: { isSecond: boolean }): Answer => fates[fateOf(isSecond)](order)
  const fateOf = (isSecond: boolean): Fate => (isSecond && state.plan.fate === 'method' ? 'paid' : state.plan.fate)
  const atOnce = (fields: Fields): Answer => {
    const number = String(fields.get('orderNumber'))
    if (orders.has(number) && !fields.has('threeDSServerTransId'))
      return { success: false, error: { code: '1', message: 'used' } }
    const order = orders.get(number) ?? add(number, Number(fields.get('amount') ?? terms.amount))
    const {
      errorCode: _,
      info: __,
      error,
      errorMessage: ___,
      ...data
    } = pay(order, { isSecond: fields.has('threeDSServerTransId') })
    return error
      ? { success: false, error: { code: '10', message: 'no' } }
      : { success: true, data: { orderId: `id-${number}`, ...data } }
  }
  const registered = (fields: Fields, isHold: boolean): Answer => {
    const number = String(fields.get('orderNumber'))
    if (orders.has(number)) return { errorCode: '1', errorMessage: 'used' }
    add(number, Number(fields.get('amount')), isHold)
    return { errorCode: '0', orderId: `id-${number}`, formUrl: 'https://gateway.example/form' }
  }
  const operations: Readonly<Record<string, (fields: Fields) => Answer>> = {
    'register.do': (fields) => registered(fields, false),
    'registerPreAuth.do': (fields) => registered(fields, true),
    'paymentorder.do': (fields) => pay(byId(fields.get('MDORDER'))!, { isSecond: fields.has('threeDSServerTransId') }),
    'paymentOrderBinding.do': (fields) =>
      pay(byId(fields.get('mdOrder'))!, { isSecond: fields.has('threeDSServerTransId') }),
    'motoPayment.do': (fields) => {
      const { success } = atOnce(fields)
      return {
        success,
        errorCode: success ? '0' : '10',
        errorMessage: 'x',
        mdOrder: `id-${String(fields.get('orderNumber'))}`,
      }
    },
    'recurrentPayment.do': atOnce,
    'payment.do': atOnce,
    'getOrderStatusExtended.do': (fields) => statusOf(orders.get(String(fields.get('orderNumber')))),
    'decline.do': (fields) => {
      const order = byId(fields.get('orderId'))
      if (!order || (order.status === 0 && order.mayBeCharged) || ![0, 5].includes(order.status))
        return { errorCode: '7', errorMessage: 'no' }
      Object.assign(order, { status: 6, actionCode: 4005, mayBeCharged: false })
      return { errorCode: '0' }
    },
    'deposit.do': (fields) => moved(byId(fields.get('orderId')), 1, 2),
    'reverse.do': (fields) => moved(byId(fields.get('orderId')), 1, 3),
    'refund.do': (fields) => moved(byId(fields.get('orderId')), 2, 4),
    'getBindings.do': () => ({ errorCode: '0', bindings: [card('COMMON', 'b-1'), card('RECURRENT', 'b-2')] }),
    'unBindCard.do': () => ({ errorCode: '0' }),
    'keys.do': () => ({ keys: [{ keyValue: 'PEM', protocolVersion: 'RSA', keyExpiration: 0 }] }),
  }
  const fetch = onRequest(async (request) => {
    const what = request.url.slice(request.url.lastIndexOf('/') + 1).replace(/\?.*/, '')
    const body = request.method === 'GET' ? '' : await request.text()
    const isJson = request.headers.get('content-type') === 'application/json'
    const fields = isJson ? new Map(Object.entries(JSON.parse(body) as object)) : readForm(body).fields
    const spoiling = state.plan.spoiling(what)
    const isRefused = spoiling?.name === 'HTTP 429' && state.plan.overload === 'refused'
    const answer = isRefused ? {} : operations[what]!(fields)
    if (!spoiling) return new Response(JSON.stringify(answer))
    state.spoiled.push(`${what}: ${spoiling.name}`)
    if (spoiling.name === 'silence') setImmediate(whenSilent)
    return spoiling.make(honestOf(what, answer), chance)
  })
  return { fetch, orders, add, state }
}

const terms = { amount: 4990 }

const honestOf = (what: string, answer: Answer): Honest => ({
  what,
  answer,
  foreign: statusOf({
    number: 'another',
    amount: 4990,
    isHold: false,
    status: 2,
    actionCode: 0,
    charged: true,
    mayBeCharged: false,
  }),
})

const charge = (order: TrueOrder): void => {
  Object.assign(order, { charged: true, status: order.isHold ? 1 : 2, actionCode: 0 })
}

const fates: Readonly<Record<Fate, (order: TrueOrder) => Answer>> = {
  paid(order) {
    charge(order)
    return { errorCode: 0, info: 'Processed' }
  },
  declined(order) {
    Object.assign(order, { status: 6, actionCode: 116 })
    return { errorCode: 0, error: 'Declined', errorMessage: 'Declined' }
  },
  later(order) {
    order.mayBeCharged = true
    return { errorCode: 0, info: 'Processing' }
  },
  method: () => ({
    errorCode: 0,
    is3DSVer2: true,
    threeDSServerTransId: 't-1',
    threeDSMethodUrl: 'https://acs.example/m',
    threeDSMethodDataPacked: 'e30',
  }),
  challenge(order) {
    // The shopper may confirm it at the bank from now on.
    Object.assign(order, { status: 5, mayBeCharged: true })
    return { errorCode: 0, acsUrl: 'https://acs.example/', packedCReq: 'e30' }
  },
}

const statusOf = (order: TrueOrder | undefined): Answer =>
  order
    ? {
        errorCode: '0',
        orderNumber: order.number,
        orderStatus: order.status,
        actionCode: order.actionCode,
        amount: order.amount,
        currency: '978',
        date: 1,
        attributes: [{ name: 'mdOrder', value: `id-${order.number}` }],
      }
    : { errorCode: '6', errorMessage: 'Unknown order' }

function moved(order: TrueOrder | undefined, from: number, to: number): Answer {
  if (order?.status !== from) return { errorCode: '7', errorMessage: 'no' }
  order.status = to
  return { errorCode: '0' }
}

const card = (bindingCategory: string, bindingId: string) => ({
  bindingId,
  maskedPan: '411111**1111',
  expiryDate: '203512',
  bindingCategory,
})
