import type { InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import { signOrder, type OrderClaims } from '#proxy/tickets/sign-order.ts'
import { browser, cardFor, proxyUrl, secret } from '../../../unit/proxy/support/test-proxy.ts'
import { chanceOf, type Chance } from '../chance.ts'
import { apiKey, openTarget } from '../in-process/target.ts'
import { watch } from '../watch.ts'
import { accented } from './accents.ts'
import { spoilings, type Spoiling } from './spoilings.ts'
import { trueGateway, type Fate, type Overload, type TrueOrder } from './true-gateway.ts'

export interface BadAnswersReport {
  readonly cases: number
  readonly badAnswers: number
  /** How often each state or fault was answered. */
  readonly words: ReadonlyMap<string, number>
  readonly findings: readonly string[]
}

/** A case: the request to the proxy, and the claims and the order that it starts with. */
interface Flow {
  readonly name: string
  readonly claims?: Partial<OrderClaims>
  /** The order's status at the gateway before, unless `prepare` creates the order. */
  readonly before?: number
  readonly request: (number: string) => readonly [path: string, body?: object]
}

const token = 'eyJhIjoxfQ=='
const requestId = '00000000-0000-4000-8000-000000000001'
const wallet = { requestId, wallet: 'googlePay', paymentToken: token, browser }
const client = { clientId: 'c-1' }
const terms = (orderNumber: string) => ({ orderNumber, amount: 4990, currency: '978' })

const flows: readonly Flow[] = [
  { name: 'pay', before: 0, request: (number) => ['/api/pay', cardFor(`id-${number}`)] },
  {
    name: 'hold',
    before: 0,
    claims: { capture: 'two-phase' },
    request: (number) => ['/api/pay', cardFor(`id-${number}`)],
  },
  {
    name: 'pay by a stored card',
    before: 0,
    claims: client,
    request: (number) => ['/api/pay', { ...cardFor(`id-${number}`), bindingId: 'b-1' }],
  },
  { name: 'pay by a wallet', request: () => ['/api/wallet/pay', wallet] },
  {
    name: 'pay by a wallet what was prepared',
    before: 0,
    request: () => ['/api/wallet/pay', wallet],
  },
  {
    name: 'pay by telephone',
    claims: { channel: 'moto' },
    request: () => ['/api/moto', { requestId, seToken: token, cardholder: 'J D' }],
  },
  { name: 'prepare', request: () => ['/api/prepare', {}] },
  { name: 'withdraw', before: 0, request: () => ['/api/withdraw', { requestId }] },
  { name: 'cancel', before: 0, request: () => ['/api/cancel', {}] },
  { name: 'read', before: 2, request: () => ['/api/outcome'] },
  { name: 'read a declined one', before: 6, request: () => ['/api/outcome'] },
  { name: 'open', before: 0, claims: client, request: () => ['/api/checkout'] },
  { name: 'remove', claims: client, request: () => ['/api/cards/remove', { bindingId: 'b-1' }] },
  { name: 'charge', request: (number) => ['/merchant/charges', { ...terms(number), ...client, bindingId: 'b-1' }] },
  {
    name: 'charge on schedule',
    request: (number) => ['/merchant/charges/recurrent', { ...terms(number), ...client, bindingId: 'b-2' }],
  },
  {
    name: 'charge by telephone',
    request: (number) => ['/merchant/charges/moto', { ...terms(number), seToken: token, cardholder: 'J D' }],
  },
  {
    name: 'charge a wallet',
    request: (number) => ['/merchant/charges/wallet', { ...terms(number), wallet: 'applePay', paymentToken: token }],
  },
  { name: 'capture', before: 1, request: (number) => [`/merchant/orders/${number}/capture`, {}] },
  { name: 'give a hold back', before: 1, request: (number) => [`/merchant/orders/${number}/cancel`, {}] },
  { name: 'refund', before: 2, request: (number) => [`/merchant/orders/${number}/refund`, { amount: 10 }] },
  { name: 'look up', before: 2, request: (number) => [`/merchant/orders/${number}`] },
  { name: 'list', request: () => ['/merchant/clients/c-1/cards'] },
]

const fates: readonly Fate[] = ['paid', 'paid', 'declined', 'later', 'later', 'method', 'challenge']

const overloads: readonly Overload[] = ['refused', 'unknown']

type Target = Awaited<ReturnType<typeof openTarget>>

/** The share of answers that are spoiled. */
const shares = [0.25, 0.5, 1]

/** Runs cases until the gateway has given so many bad answers. */
export async function fuzzBadAnswers(
  count: number,
  seed: number,
  report = (_: string): void => {},
): Promise<BadAnswersReport> {
  const chance = chanceOf(seed)
  const current: { target?: Target } = {}
  const gateway = trueGateway(chance, () => current.target!.clock.expire())
  const open = (overload: Overload): Promise<Target> => openTarget(gateway.fetch, { TENDER_GATEWAY_OVERLOAD: overload })
  const targets = { refused: await open('refused'), unknown: await open('unknown') }
  const watched = watch()
  const findings: string[] = []
  const words = new Map<string, number>()
  let [cases, badAnswers] = [0, 0]
  while (badAnswers < count && findings.length < 40) {
    const flow = chance.pick(flows)
    const number = `B${++cases}`
    if (flow.before !== undefined) orderInStatus(gateway.add(number, 4990), flow.before)
    gateway.state.spoiled = []
    gateway.state.plan = planOf(chance)
    const { app, clock, unforeseen } = (current.target = targets[gateway.state.plan.overload])
    unforeseen.length = 0
    const ask = async (path: string, body?: object) => {
      const answer = await watched.within(11_000, app.inject(await requestOf(clock, number, flow, path, body)))
      const word = wordIn(answer)
      words.set(word, (words.get(word) ?? 0) + 1)
      const wrong = wrongWith(answer, word, truthOf(gateway.orders, number), path, gateway.state.spoiled)
      if (wrong !== undefined)
        findings.push(
          `case ${cases} of seed ${seed}, ${flow.name} (${gateway.state.plan.fate}): ${wrong}; ${answer?.body.slice(0, 300)}; ${JSON.stringify([gateway.state.spoiled, unforeseen])}`,
        )
    }
    await ask(...flow.request(number))
    // A later read must not contradict the answer either.
    if (!flow.name.startsWith('remove'))
      await (flow.request(number)[0].startsWith('/merchant') ? ask(`/merchant/orders/${number}`) : ask('/api/outcome'))
    findings.push(...watched.crashes.splice(0))
    badAnswers += gateway.state.spoiled.length
    for (const one of tries(gateway.orders, number)) gateway.orders.delete(one.number)
    if (cases % 5000 === 0) report(`${badAnswers} bad answers in ${cases} cases`)
  }
  watched.stop()
  await Promise.all(Object.values(targets).map(({ app }) => app.close()))
  return { cases, badAnswers, words, findings }
}

/**
 * Plays each case twice, in front of an honest gateway and of one with another accent, and names those whose answers
 * differ.
 */
export async function compareAccents(count: number, seed: number, report = (_: string): void => {}) {
  const chance = chanceOf(seed)
  const current: { target?: Target } = {}
  const gateway = trueGateway(chance, () => current.target!.clock.expire())
  const target = (current.target = await openTarget(gateway.fetch))
  const findings: string[] = []
  const accent: Spoiling = {
    name: 'another accent',
    make: ({ answer }) => new Response(accented(answer, chance)),
  }
  const wordOf = async (flow: Flow, number: string, fate: Fate, spoiling: Spoiling | undefined) => {
    if (flow.before !== undefined) orderInStatus(gateway.add(number, 4990), flow.before)
    gateway.state.plan = { fate, overload: 'unknown', spoiling: () => spoiling }
    const [path, body] = flow.request(number)
    return wordIn(await target.app.inject(await requestOf(target.clock, number, flow, path, body)))
  }
  for (let cases = 1; cases <= count && findings.length < 40; cases++) {
    const [flow, fate] = [chance.pick(flows), chance.pick(fates)]
    const due = await wordOf(flow, `H${2 * cases}`, fate, undefined)
    const word = await wordOf(flow, `A${2 * cases + 1}`, fate, accent)
    if (word !== due) findings.push(`case ${cases} of seed ${seed}, ${flow.name} (${fate}): ${word} instead of ${due}`)
    if (cases % 1000 === 0) report(`${cases} accents`)
  }
  await target.app.close()
  return { cases: count, findings }
}

const orderInStatus = (order: TrueOrder, status: number): TrueOrder =>
  Object.assign(order, {
    status,
    actionCode: status === 6 ? 116 : status ? 0 : -100,
    charged: status === 1 || status === 2,
    isHold: status === 1,
  })

const tries = (orders: ReadonlyMap<string, TrueOrder>, number: string): TrueOrder[] =>
  [...orders.values()].filter((order) => order.number === number || order.number.startsWith(`${number}-`))

/** The try that is charged, or may be; otherwise the last. */
const truthOf = (orders: ReadonlyMap<string, TrueOrder>, number: string): TrueOrder | undefined => {
  const all = tries(orders, number)
  return all.find(({ charged, mayBeCharged }) => charged || mayBeCharged) ?? all.at(-1)
}

function planOf(chance: Chance) {
  const share = chance.pick(shares)
  return {
    fate: chance.pick(fates),
    overload: chance.pick(overloads),
    spoiling: (what: string) =>
      chance.is(share) ? chance.pick(spoilings.filter(({ only }) => !only || only.test(what))) : undefined,
  }
}

async function requestOf(
  clock: Clock,
  number: string,
  { claims }: Flow,
  path: string,
  body?: object,
): Promise<InjectOptions> {
  const ticket = await signOrder(
    {
      orderNumber: number,
      amount: 4990,
      currency: '978',
      returnUrl: 'https://shop.example/',
      ...claims,
    },
    secret,
    { clock },
  )
  return {
    method: body ? 'POST' : 'GET',
    url: path,
    // Each case has an address of its own, so that no limit of an address is reached.
    remoteAddress: `10.${Math.floor(Number(number.slice(1)) / 62_500) % 250}.${Math.floor(Number(number.slice(1)) / 250) % 250}.${Number(number.slice(1)) % 250}`,
    headers: {
      host: 'pay.shop.example',
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${path.startsWith('/merchant') ? apiKey : ticket}`,
      ...(body && { 'content-type': 'application/json', origin: proxyUrl }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  }
}

interface Message {
  readonly state?: string
  readonly again?: boolean
  readonly outcome?: Message
  readonly error?: { readonly code: string }
}

/** The state or the fault in the answer, with ` again` where the shopper may try again. */
function wordIn(answer: Answer | undefined): string {
  const message = answer?.json<Message>() ?? {}
  const { state, again, error } = message.outcome ?? message
  return error?.code ?? `${String(state)}${again ? ' again' : ''}`
}

/** States in which the money was taken. */
const paidWords: ReadonlySet<string> = new Set(['paid', 'held'])

/** States after which the shopper may pay again. */
const freeWords: ReadonlySet<string> = new Set(['open', 'declined', 'declined again', 'cancelled', 'cancelled again'])

/** Faults which guarantee that nothing was sent for payment. */
const unsent: ReadonlySet<string> = new Set([
  'gateway_unreachable',
  'gateway_refused_credentials',
  'gateway_misconfigured',
  'busy',
  'too_early',
  'gateway_refused',
  'field_invalid',
])

const reading = /^\/api\/(?:outcome|checkout)|^\/merchant\/orders\/[^/]+$/

function wrongWith(
  answer: Answer | undefined,
  word: string,
  order: TrueOrder | undefined,
  path: string,
  spoiled: readonly string[],
): string | undefined {
  if (!answer) return 'no answer within 11 s'
  if (answer.statusCode === 500) return 'answered 500'
  if (paidWords.has(word) && !order?.charged) return `reported ${word} of an order that is not charged`
  if (!order || !(order.charged || order.mayBeCharged)) return undefined
  // An order with another amount counts as another order: its end is confirmed before the next number is registered.
  const isUnlike =
    word === 'open' && order.status === 5 && spoiled.some((one) => /another (?:amount|currency)/.test(one))
  if (isUnlike) return undefined
  const isGivenBack = order.status === 3 || order.status === 4
  if (freeWords.has(word) && !isGivenBack) return `reported ${word} of an order that is charged, or may be`
  return unsent.has(word) && isPayment(path) && !isGivenBack
    ? `reported ${word} of an order that is charged, or may be`
    : undefined
}

const isPayment = (path: string): boolean => !reading.test(path) && /pay|moto|charges/.test(path)
