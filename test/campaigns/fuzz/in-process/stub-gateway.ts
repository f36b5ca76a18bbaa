import { onRequest, type WebFetch } from '../../../support/on-request.ts'
import type { Chance } from '../chance.ts'
import { readForm } from './strict-form.ts'

/** One request, as the gateway has parsed it. */
export interface Received {
  /** The operation's path after `/payment/`. */
  readonly what: string
  readonly fields: ReadonlyMap<string, unknown>
  /** The parser's complaint. */
  readonly problem?: string
}

export interface StubGateway {
  readonly fetch: WebFetch
  /** The requests received since {@link forget}. */
  readonly received: readonly Received[]
  forget(): void
  /** The probability that an exchange fails. */
  failing: number
}

const verdicts = [{ errorCode: '0' }, { errorCode: 0 }, { errorCode: '7', errorMessage: 'no\r\n<b>' }, {}]

/** The amount in an order number, as the pool's tickets and the charges have it; no gateway has longer amounts. */
export const sumIn = (orderNumber: string): number => Number(/x(\d{1,12})/.exec(orderNumber)?.[1] ?? 1)

type Answering = (fields: ReadonlyMap<string, unknown>, chance: Chance) => object

const methodStep = {
  errorCode: 0,
  is3DSVer2: true,
  threeDSServerTransId: 't-1',
  threeDSMethodUrl: 'https://acs.example/method',
  threeDSMethodDataPacked: 'e30',
}
const paid: Answering = (_, { pick }) =>
  pick([
    { errorCode: 0, info: 'Processed' },
    { errorCode: 0, error: 'Declined', errorMessage: 'Declined' },
    { errorCode: '7' },
    methodStep,
    { errorCode: 0, acsUrl: 'https://acs.example/', packedCReq: 'e30' },
    { errorCode: 0, acsUrl: 'https://acs.example/', paReq: 'x', termUrl: 'https://gateway.example/term' },
  ])
const atOnce: Answering = (fields, chance) =>
  chance.pick([
    { success: true, data: { orderId: idOf(fields) } },
    { success: true, data: { orderId: idOf(fields), ...methodStep } },
    { success: false, error: { code: '10', message: 'no' } },
  ])
const idOf = (fields: ReadonlyMap<string, unknown>): string => idFor(String(fields.get('orderNumber')))

/** As long as the gateway's own identifiers at most. */
const idFor = (orderNumber: string): string => `id-${orderNumber}`.slice(0, 36)

const stateOf: Answering = (fields, chance) =>
  chance.is(0.3)
    ? { errorCode: '6', errorMessage: 'Unknown order' }
    : knownState(String(fields.get('orderNumber')), chance)

const knownState = (number: string, { pick }: Chance): object => {
  const amount = sumIn(number)
  return {
    errorCode: '0',
    orderNumber: number,
    orderStatus: pick([0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    actionCode: pick([0, -100, 116, -2007, 4005, -2006]),
    amount,
    currency: '978',
    date: 1,
    attributes: [{ name: 'mdOrder', value: idFor(number) }],
    paymentAmountInfo: { paymentState: 'X', approvedAmount: amount, depositedAmount: amount, refundedAmount: 0 },
  }
}

const card = (bindingCategory: string, bindingId: string) => ({
  bindingId,
  maskedPan: '411111**1111',
  expiryDate: '203512',
  bindingCategory,
})

const answers: Readonly<Record<string, Answering>> = {
  'rest/register.do': (fields) => ({ orderId: idOf(fields), formUrl: 'https://gateway.example/form' }),
  'rest/registerPreAuth.do': (fields) => ({ orderId: idOf(fields), formUrl: 'https://gateway.example/form' }),
  'rest/paymentorder.do': paid,
  'rest/paymentOrderBinding.do': paid,
  'rest/motoPayment.do': (fields, { is }) => ({ success: is(0.7), errorCode: '0', mdOrder: idOf(fields) }),
  'rest/getOrderStatusExtended.do': stateOf,
  'rest/getBindings.do': (_, { is }) =>
    is(0.2)
      ? { errorCode: '2', errorMessage: 'none' }
      : { errorCode: '0', bindings: [card('COMMON', 'b-1'), card('RECURRENT', 'b-2')] },
  'rest/getLastOrdersForMerchants.do': (_, chance) => ({
    errorCode: '0',
    orderStatuses: [knownState('Mx4990', chance)],
    totalCount: 1,
  }),
  'rest/getReceiptStatus.do': (_, { pick }) => ({
    errorCode: '0',
    receipt: pick([[], [{ receiptStatus: pick([0, 4, 9]), shift_number: pick([1, '1']) }]]),
  }),
  'rest/extendBinding.do': (_, { is }) => ({ errorCode: is(0.7) ? '0' : '2' }),
  'recurrentPayment.do': atOnce,
  'applepay/payment.do': atOnce,
  'applepay/paymentDirect.do': atOnce,
  'google/payment.do': atOnce,
  'google/paymentDirect.do': atOnce,
  'se/keys.do': () => ({ keys: [{ keyValue: 'PEM', protocolVersion: 'RSA', keyExpiration: 0 }] }),
}

const failures: readonly (() => Response)[] = [
  () => new Response('', { status: 500 }),
  () => new Response('<html>', { status: 200 }),
  () => new Response('', { status: 404 }),
  () => {
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  },
  () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  },
]

/** A gateway with a strict parser and random valid answers, which records its requests. */
export function stubGateway(chance: Chance): StubGateway {
  const received: Received[] = []
  const stub = { received, failing: 0, forget: () => void (received.length = 0) }
  const fetch = onRequest(async (request) => {
    const { pathname, search } = new URL(request.url)
    const what = pathname.replace(/^\/payment\//, '')
    const body = request.method === 'GET' ? search.slice(1) : await request.text()
    const read = request.headers.get('content-type') === 'application/json' ? readJson(body) : readForm(body)
    received.push({ what, ...read })
    if (chance.is(stub.failing)) return chance.pick(failures)()
    const answer = answers[what]?.(read.fields, chance) ?? chance.pick(verdicts)
    return new Response(JSON.stringify(answer))
  })
  return Object.assign(stub, { fetch })
}

/** JSON.stringify writes the proxy's JSON, in which no name can occur twice. */
function readJson(body: string): Pick<Received, 'fields' | 'problem'> {
  return { fields: new Map(Object.entries(JSON.parse(body) as object)) }
}
