import { MIMEType } from 'node:util'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Answer } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { chanceOf } from '../chance.ts'
import { watch, type Watch } from '../watch.ts'
import { problemIn } from './allowed.ts'
import { mutate } from './mutations.ts'
import { draftOf, type Draft, type Material } from './requests.ts'
import { stubGateway, type Received } from './stub-gateway.ts'
import { apiKey, callbackSecret, openTarget } from './target.ts'
import { badTickets, goodTickets, renewing } from './tickets.ts'

/** The result of a run; `findings` describes every case that must not occur. */
export interface Report {
  /** Requests that reached the proxy. */
  readonly requests: number
  /** Requests that a handler accepted and forwarded to the gateway. */
  readonly deep: number
  readonly gatewayCalls: number
  readonly perSecond: number
  readonly byStatus: ReadonlyMap<number, number>
  readonly findings: readonly string[]
}

/** The documented faults of a failing gateway. */
const unreachable: ReadonlySet<string> = new Set([
  'gateway_unreachable',
  'gateway_refused_credentials',
  'gateway_misconfigured',
  'answer_lost',
  'busy',
  'wallet_unreachable',
])

const natives = [Object.prototype, Array.prototype, Function.prototype] as const
const members = natives.map((native) => Reflect.ownKeys(native).length)
const isUntouched = (): boolean => natives.every((native, at) => Reflect.ownKeys(native).length === members[at])

/** No answer may contain these. */
const secrets = ['canary-password', apiKey, callbackSecret, 'a-ticket-secret-of-more-than-32-bytes']

/** Proxies that run in parallel; each gets one request at a time, so that every gateway call belongs to one request. */
const LANES = 6

/** Totals of all lanes. */
interface Total {
  readonly findings: string[]
  readonly byStatus: Map<number, number>
  done: number
  deep: number
  gatewayCalls: number
}

/** Findings after which the run stops. */
const ENOUGH = 20

/** Sends generated requests to proxies in this process until so many were answered. */
export async function fuzzInProcess(count: number, seed: number, report = (_: string): void => {}): Promise<Report> {
  const total: Total = { findings: [], byStatus: new Map(), done: 0, deep: 0, gatewayCalls: 0 }
  const watched = watch()
  const begun = performance.now()
  const lane = async (at: number): Promise<void> => {
    const share = Math.floor(count / LANES) + Number(at < count % LANES)
    await fuzzLane(share, seed + at, total, watched, report)
  }
  await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at))).finally(() => watched.stop())
  const { done, ...rest } = total
  return { requests: done, perSecond: Math.round((done / (performance.now() - begun)) * 1000), ...rest }
}

async function fuzzLane(
  count: number,
  seed: number,
  total: Total,
  watched: Watch,
  report: (line: string) => void,
): Promise<void> {
  const chance = chanceOf(seed)
  const gateway = stubGateway(chance)
  const { app, clock, unforeseen } = await openTarget(gateway.fetch)
  const tickets = renewing(clock, () => ticketsOf(clock))
  const material: Material = { ...(await tickets()), apiKey, callbackSecret, continuations: [], signed: [] }
  let done = 0
  for (let at = 0; done < count && total.findings.length < ENOUGH; at++) {
    Object.assign(material, await tickets())
    const draft = draftOf(chance, material)
    mutate(draft, chance)
    gateway.failing = chance.is(0.05) ? chance.pick([0.3, 1]) : 0
    gateway.forget()
    unforeseen.length = 0
    const request = requestOf(draft)
    const answer = await watched.within(LONGEST, sent(app, request))
    if (answer === 'unsendable') continue
    const found = answer
      ? wrongWith(draft, request, answer, gateway.received, gateway.failing > 0, material)
      : ['no answer within 11 s']
    if (!isUntouched()) found.push('a prototype was touched')
    found.push(...watched.crashes.splice(0))
    const about = (one: string): string =>
      `request ${at} of lane ${seed}: ${one}; ${shown(request)} ${JSON.stringify(unforeseen)}`
    total.findings.push(...found.map(about))
    if (answer) total.byStatus.set(answer.statusCode, (total.byStatus.get(answer.statusCode) ?? 0) + 1)
    if (answer) harvest(material, answer, gateway.received)
    total.deep += Number(gateway.received.length > 0)
    total.gatewayCalls += gateway.received.length
    // A lost answer leaves a lock, which only time ends, and so does a change that the order does not show.
    if (gateway.failing || /\/(?:refund|capture|cancel)$/.test(`${request.url}`)) clock.pass(100_000)
    done += 1
    if (++total.done % 50_000 === 0) report(`${total.done} requests`)
  }
  await app.close()
}

const ticketsOf = async (clock: Clock): Promise<Pick<Material, 'good' | 'bad'>> => ({
  good: await goodTickets(clock),
  bad: await badTickets(clock),
})

/** Milliseconds after which a request counts as hanging. */
const LONGEST = 11_000

/** The injection itself refuses some requests, which could not be sent on a socket either. */
async function sent(app: FastifyInstance, request: InjectOptions): Promise<Answer | 'unsendable'> {
  try {
    return await app.inject(request)
  } catch {
    return 'unsendable'
  }
}

function requestOf({ method, url, headers, body }: Draft): InjectOptions {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body)
  return { method: method as 'GET', url, headers, ...(payload !== undefined && { payload }) }
}

function wrongWith(
  draft: Draft,
  request: InjectOptions,
  answer: Answer,
  received: readonly Received[],
  isFailing: boolean,
  material: Material,
): string[] {
  const found: string[] = []
  const { statusCode: status, headers } = answer
  // An answer to HEAD has no body, and so no code.
  const isUnreachable = unreachable.has(codeIn(answer)) || (draft.method === 'HEAD' && status === 503)
  const isDocumented = isFailing ? isUnreachable : isUnexplained(draft, answer)
  if (status >= 500 && !isDocumented) found.push(`answered ${status} ${answer.body}`)
  if (headers['x-content-type-options'] !== 'nosniff') found.push('answered without the headers of every answer')
  const leak = secrets.find((secret) => answer.body.includes(secret))
  if (leak) found.push('answered with a secret')
  const kept = pathOf(draft).startsWith('/v1/') ? /^set-cookie$/ : /^access-control-|^set-cookie$/
  if (Object.keys(headers).some((name) => kept.test(name))) found.push('let others read')
  if (!received.length || draft.route === 'callback' || draft.route === 'page') return found
  const good = draft.route === 'browser' ? ticketIn(request, material) : undefined
  if (draft.route === 'browser' && !good) found.push(`${received[0]!.what} was asked without a good ticket`)
  if (!mayBeAccepted(draft)) found.push(`${received[0]!.what} was asked through a route that is closed to this request`)
  const complaints = received.map((one) => problemIn(one, good)).filter((problem) => problem !== undefined)
  return [...found, ...complaints]
}

/** A callback may be answered `busy`, to be repeated; a charge whose order the gateway does not show, `answer_lost`. */
const isUnexplained = ({ route, url }: Draft, answer: Answer): boolean =>
  (url.includes('/callback') && codeIn(answer) === 'busy') || (route === 'merchant' && codeIn(answer) === 'answer_lost')

function codeIn(answer: Answer): string {
  const [, code = ''] = /"code":"(\w+)"|<code>(\w+)<\/code>/.exec(answer.body)?.filter(Boolean) ?? []
  return code
}

/** The good ticket of a request, in its header or its form. */
function ticketIn({ headers, payload }: InjectOptions, { good }: Material): OrderClaims | undefined {
  const text = `${String(headers?.['authorization'])} ${String(payload)}`
  return good.find(({ token }) => text.includes(token))?.good
}

/** The path as the injection sends it, without `.` and `..`. */
const pathOf = ({ url }: Draft): string => new URL(url.replace(/^\/+/, '/'), 'http://proxy').pathname

/** Whether the proxy may accept the request: its checks of host, content type and origin, implemented independently. */
function mayBeAccepted(draft: Draft): boolean {
  const { route, method, url, headers } = draft
  if (!/^pay\.shop\.example(?::443)?$/i.test(headers['host'] ?? '')) return url.includes('readyz')
  if (pathOf(draft) === '/pay') return headers['content-type'] === 'application/x-www-form-urlencoded'
  const { origin = 'https://pay.shop.example', 'content-type': type = '' } = headers
  if (route === 'merchant') return method !== 'POST' || isJsonInUtf8(type)
  const isExact = method !== 'POST' || type === 'application/json'
  return isExact && headers['sec-fetch-site'] === 'same-origin' && origin === 'https://pay.shop.example'
}

/** Whether the parser of media types in Node finds JSON, and no other charset than UTF-8. */
function isJsonInUtf8(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'application/json' && /^utf-8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}

/** Signed addresses that are kept for later requests. */
const KEPT = 50

/** Collects addresses and continuations that the proxy has signed, to send them back to it. */
function harvest({ continuations, signed }: Material, answer: Answer, received: readonly Received[]): void {
  const keep = (list: string[], one: unknown): void => {
    if (typeof one === 'string' && list.push(one) > KEPT) list.shift()
  }
  keep(continuations, /"continuation":"([^"]+)"/.exec(answer.body)?.[1])
  keep(signed, /"redirectUrl":"https:\/\/pay\.shop\.example([^"]+)"/.exec(answer.body)?.[1])
  for (const { fields } of received)
    for (const name of ['threeDSVer2FinishUrl', 'dynamicCallbackUrl'])
      if (fields.has(name)) keep(signed, String(fields.get(name)).replace('https://pay.shop.example', ''))
}

const shown = ({ method, url, headers, payload }: InjectOptions): string =>
  `${String(method)} ${String(url).slice(0, 200)} ${JSON.stringify(headers).slice(0, 600)} ${String(payload).slice(0, 600)}`
