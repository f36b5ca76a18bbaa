import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import type { Outcome } from '#contract/checkout.ts'
import type { Script } from '../../support/fake-gateway.ts'
import { unlimited } from '../../unit/proxy/support/test-proxy.ts'
import { differences, snapshot } from './callbacks.ts'
import { openSetup, paymentOf, type Setup } from '../../unit/proxy/card-testing/setup.ts'

/** The effects of forged messages of 3-D Secure. */
export interface Confused {
  readonly sent: number
  /** Orders whose state changed, and requests to the gateway that change something. */
  readonly changes: number
  /** Foreign or forged continuations that were not refused. */
  readonly accepted: number
  /** Orders that the genuine messages then paid, each sent twice and once too late, and the requests they caused. */
  readonly paid: number
  readonly secondCalls: number
}

const ORDERS = 10

/** Milliseconds; longer than a continuation is valid. */
const LATE = 600_000

/** Every payment has a method step, and only the second call with its own transaction pays. */
const withMethod: Script = (order, { threeDSServerTransId: id }) => {
  const own = `T-${order.number}`
  if (id === undefined) return { errorCode: 0, is3DSVer2: true, threeDSServerTransId: own }
  order.status = id === own ? 2 : 6
  return { errorCode: 0, info: 'Processed' }
}

/** Sends forged messages of the bank's pages and the browser, or those of other orders, and then the genuine ones. */
export async function forgedMessages(count: number): Promise<Confused> {
  const setup = await openSetup({ env: { ...unlimited, TENDER_LIMIT_TRIES: 'none' } })
  setup.state.answer = withMethod
  const shoppers = await Promise.all(Array.from({ length: ORDERS }, (_, at) => begun(setup, at)))
  const stranger = await setup.visitor('B-1', '203.0.113.6')
  await stranger.ask('prepare', {})
  const before = snapshot(setup)
  const moves = (): number => setup.gateway.calls.filter(({ what }) => what !== 'getOrderStatusExtended.do').length
  const calls = moves()
  const goOn: GoOn = (continuation, orderId = 'id-of-B-1') =>
    stranger.ask('authenticate', { ...paymentOf(orderId, 1), continuation })
  let accepted = 0
  for (let at = 0; at < count; at += 1) {
    const [mine, other] = [shoppers[at % ORDERS]!, shoppers[(at + 1 + (at % (ORDERS - 1))) % ORDERS]!]
    if (at % 2) await setup.send(pages[(at >> 1) % pages.length]!(mine, at))
    else accepted += Number((await swaps[(at >> 1) % swaps.length]!(mine, other, at, goOn)).statusCode !== 403)
  }
  const changes = differences(before, snapshot(setup)) + moves() - calls
  for (const time of [1, 2, 'late']) {
    if (time === 'late') setup.clock.advance(LATE)
    for (const { goOn: rightly, continuation } of shoppers) await rightly(continuation)
  }
  const paid = [...setup.gateway.orders.values()].filter(({ status }) => status === 2).length
  return { sent: count, changes, accepted, paid, secondCalls: setup.gateway.paymentsOf().length - ORDERS }
}

type GoOn = (continuation: string, orderId?: string) => Promise<Answer>

interface Shopper {
  readonly orderId: string
  readonly nonce: string
  readonly continuation: string
  /** The signature in the return page's address. */
  readonly k: string
  readonly goOn: GoOn
}

/** Starts a payment, up to its method step. */
async function begun(setup: Setup, at: number): Promise<Shopper> {
  const visitor = await setup.visitor(`A-${at}`, '203.0.113.5')
  const { orderId = '' } = await visitor.outcome('prepare', {})
  const { nonce, continuation } = stepIn(await visitor.outcome('pay', paymentOf(orderId, at)))
  const { fields } = setup.gateway.paymentsOf().find((payment) => payment.fields['MDORDER'] === orderId)!
  const k = new URL(fields['threeDSVer2FinishUrl']!).searchParams.get('k')!
  const goOn: GoOn = (text, id = orderId) => visitor.ask('authenticate', { ...paymentOf(id, at), continuation: text })
  return { orderId, nonce, continuation, k, goOn }
}

function stepIn(outcome: Outcome): { nonce: string; continuation: string } {
  if (outcome.state !== 'authenticate' || outcome.step.kind !== 'method') throw new Error('There is no method step')
  return outcome.step
}

const framed = (request: InjectOptions): InjectOptions => ({
  ...request,
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-dest': 'iframe' },
})

/** Messages to the pages to which the bank's servers return: early, forged, and with another order's signature. */
const pages: readonly ((mine: Shopper, at: number) => InjectOptions)[] = [
  ({ nonce }, at) => framed({ method: 'POST', url: `/3ds/method?n=${flipped(nonce, at)}` }),
  ({ nonce }) => framed({ method: 'POST', url: `/3ds/method?n=${nonce}`, payload: 'threeDSMethodData=e30' }),
  ({ k }) => framed({ method: 'GET', url: `/3ds/return?k=${k}` }),
  ({ k }) => framed({ method: 'POST', url: `/3ds/return?k=${k}`, payload: 'cres=eyJ0cmFuc1N0YXR1cyI6IlkifQ' }),
  ({ k }, at) => framed({ method: 'GET', url: `/3ds/return?k=${flipped(k, at)}` }),
  ({ continuation }) => framed({ method: 'GET', url: `/3ds/return?k=${continuation}` }),
  ({ k }) => framed({ method: 'GET', url: `/3ds/bank?k=${k}` }),
]

/** Second calls with data of another payment, or of none. */
const swaps: readonly ((mine: Shopper, other: Shopper, at: number, stranger: GoOn) => Promise<Answer>)[] = [
  (mine, other) => mine.goOn(other.continuation),
  (mine, other) => mine.goOn(other.continuation, other.orderId),
  (mine, other) => mine.goOn(mine.continuation, other.orderId),
  (mine, _, at) => mine.goOn(flipped(mine.continuation, at)),
  (mine) => mine.goOn(mine.k),
  (mine, _, __, stranger) => stranger(mine.continuation),
  (mine, _, __, stranger) => stranger(mine.continuation, mine.orderId),
  (_, __, at, stranger) => stranger(`early.${at}`),
]

/** Changes one letter, but not the last, where several letters encode the same bytes. */
function flipped(text: string, at: number): string {
  const place = at % (text.length - 1)
  const letter = String.fromCharCode(65 + (at % 26))
  return `${text.slice(0, place)}${letter === text[place] ? 'z' : letter}${text.slice(place + 1)}`
}
