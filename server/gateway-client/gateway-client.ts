import * as z from 'zod/mini'
import { explain } from '#server-contract/explain.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { languages } from '#server-contract/gateway/language.ts'
import type { Answer, Operation, Request } from '#contract/operation.ts'
import type { Clock } from '#contract/ports.ts'
import { addressOf, requestFor, type Fetch, type PlainRequest } from '#contract/wire/client.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import type { RequestSigner } from '#signature/signature.ts'
import { pathAt, type GatewayPaths, type GatewayProfile } from './profiles/profile.ts'
import { gatewayProfiles } from './profiles/profiles.ts'
import { isUnfit, meaningOf, unfit } from './answer-kind.ts'
import type { GatewayResult, GatewayError, HttpResult, Undelivered } from './answer-kind.ts'
import { TIMEOUT } from './failure-cause.ts'
import { byOldStatus } from './old-status.ts'
import { gatewayErrorIn } from './gateway-error.ts'

type Api = typeof gatewayApi
type Name = { [N in keyof Api]: Api[N] extends { readonly answers: 'page' } ? never : N }[keyof Api]
type Own = 'userName' | 'password' | 'token'
type Optionally<Fields, Key extends PropertyKey> = Omit<Fields, Key> & Partial<Pick<Fields, Key & keyof Fields>>

/** What of a profile is about requests. */
export type ClientProfile = GatewayPaths &
  Pick<GatewayProfile, 'absent'> &
  Partial<Pick<GatewayProfile, 'basic' | 'json' | 'oldStatus' | 'languages'>>

/** Login and password, or a token, never both (online gateway 5). */
export type Credentials = { readonly userName: string; readonly password: string } | { readonly token: string }

export interface GatewayClientOptions {
  /** Origin of the gateway; the operations' paths follow, without a trailing slash. */
  readonly base: string
  /** Where the operations are, and which are absent; those of a current system when it is not given. */
  readonly profile?: ClientProfile
  readonly credentials: Credentials
  readonly fetch: Fetch
  /** Milliseconds to wait for an answer; after that the outcome of the request is unknown. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Signs every request that has a body, where the gateway demands it of the merchant (online gateway 5). */
  readonly signer?: RequestSigner
  /**
   * Language of the gateway's messages and pages where a call names none. Without it, what only operators read is in
   * English, and what the payer may read is in the default language of the merchant's settings.
   */
  readonly language?: (typeof languages)[number]
  /** Reads are not retried when their answer is lost. */
  readonly asksOnce?: true
  /** Called for every request once its result is known, with its order. */
  readonly onCall?: (call: Call) => void
}

/** A request with its result. */
export interface Call {
  /** Name of the operation, such as `register.do`. */
  readonly what: string
  readonly order: string
  readonly kind: GatewayResult<unknown>['kind']
  /** Why the gateway could not be used, if it could not. */
  readonly error?: GatewayError
  /** Dotted paths of the answer's fields that were dropped, since they have another shape than described. */
  readonly dropped?: readonly string[]
}

/** A function per operation of the gateway; none rejects on an error of the gateway or of the network. */
export type GatewayClient = Readonly<Calls> & {
  /** Address of the gateway's page that redirects the shopper to the access server (4.6). */
  acsRedirect(orderId: string): string
}

type Calls = {
  [N in Name]: (fields: Optionally<Omit<Request<Api[N]>, Own>, 'language'>) => Promise<GatewayResult<Answer<Api[N]>>>
}

/** Only these are retried when their answer is lost, since they change nothing. */
const reads: ReadonlySet<string> = new Set([
  'getOrderStatusExtended',
  'getOrderStatus',
  'getLastOrdersForMerchants',
  'getReceiptStatus',
  'verifyEnrollment',
  'getBindings',
  'sealingKeys',
  // Its answer is asked for until there is one.
  'acknowledge',
] satisfies Name[])

/** These pay nothing either, and a second one of the same number is refused. */
const registrations: ReadonlySet<string> = new Set(['register', 'registerPreAuth'] satisfies Name[])

/** Operations whose messages no payer reads. */
const inEnglish: ReadonlySet<string> = new Set([
  ...reads,
  ...(['decline', 'deposit', 'reverse', 'refund', 'bindCard', 'unBindCard', 'extendBinding'] satisfies Name[]),
])

/** Whether a request must have a language (online gateway 4.3). */
const demandsLanguage = ({ request: { shape } }: Operation): boolean =>
  'language' in shape && !(shape['language'] instanceof z.ZodMiniOptional)

/** Delays before the retries of a read, in milliseconds. */
const pauses = [200, 800]

/**
 * Client of the online gateway; throws at once if the credentials are of both kinds, or missing.
 *
 * @example
 * ```ts
 * import { gatewayClient, systemClock, undiciFetch } from 'tender-checkout/server'
 *
 * const gateway = gatewayClient({
 *   base: 'https://gateway.bank.example',
 *   credentials: { userName: 'shop-api', password: process.env.TENDER_GATEWAY_PASSWORD! },
 *   fetch: undiciFetch({ timeoutMs: 25_000 }),
 *   timeoutMs: 25_000,
 *   clock: systemClock,
 * })
 * const result = await gateway.getOrderStatusExtended({ orderNumber: 'A-17' })
 * if (result.kind === 'answered') console.log(result.answer.orderStatus)
 * ```
 */
export function gatewayClient(options: GatewayClientOptions): GatewayClient {
  checkCredentials(options.credentials)
  const named = Object.entries<Operation>(gatewayApi).filter(([, { answers }]) => answers !== 'page')
  const profile = options.profile ?? gatewayProfiles.current
  const absent = new Set<string>(profile.absent)
  const calls = named.map(([name, specified]) => {
    const isRead = reads.has(name) && !options.asksOnce
    const kind = {
      ...kindOf(specified, options.base, profile),
      language: inEnglish.has(name) || demandsLanguage(specified) ? ('en' as const) : undefined,
      paysNothing: reads.has(name) || registrations.has(name),
      ...(isRead && { repeatable: true as const }),
    }
    const ask = absent.has(name) ? unasked : isRead ? patiently : once
    return [name, (fields: object) => ask(options, kind, fields)]
  })
  const client = Object.fromEntries(calls) as Calls
  if (profile.oldStatus) client.getOrderStatusExtended = byOldStatus(client.getOrderStatus)
  const redirect = { ...gatewayApi.acsRedirect, path: pathAt(profile, gatewayApi.acsRedirect.path) as `/${string}` }
  const acsRedirect = (orderId: string): string => addressOf(redirect, options.base, { orderId })
  return { ...client, acsRedirect }
}

/** What all requests of an operation have in common. */
interface Kind {
  readonly operation: Operation
  /** Such as `register.do`. */
  readonly what: string
  readonly url: string
  readonly language: 'en' | undefined
  readonly paysNothing: boolean
  readonly repeatable?: true
}

function kindOf(specified: Operation, base: string, paths: GatewayPaths): Pick<Kind, 'operation' | 'what' | 'url'> {
  const path = pathAt(paths, specified.path) as `/${string}`
  return { operation: { ...specified, path }, what: path.slice(path.lastIndexOf('/') + 1), url: base + path }
}

function checkCredentials(credentials: Credentials): void {
  const { userName, password, token } = credentials as { [Name in Own]?: string }
  if (token !== undefined && (userName !== undefined || password !== undefined))
    throw new Error('The gateway takes a login with its password, or a token, never both')
  if (!token && !(userName && password)) throw new Error('The gateway needs a login with its password, or a token')
}

/** An operation that the gateway does not have is not requested. */
async function unasked(options: GatewayClientOptions, { what }: Kind, fields: object): Promise<GatewayResult<unknown>> {
  const cause = `the gateway has no ${what} (TENDER_GATEWAY_ABSENT)`
  const error = { kind: 'operation', cause } as const
  options.onCall?.({ what, order: orderIn(fields), kind: 'not-delivered', error })
  return { kind: 'not-delivered', why: cause, error }
}

async function patiently(options: GatewayClientOptions, kind: Kind, fields: object): Promise<GatewayResult<unknown>> {
  for (const pause of pauses) {
    const result = concluded(options, kind, fields, await exchange(options, kind, fields))
    if (result.kind === 'answered' || result.kind === 'refused' || isUnfit(result)) return result
    await options.clock.sleep(pause)
  }
  return once(options, kind, fields)
}

async function once(options: GatewayClientOptions, kind: Kind, fields: object): Promise<GatewayResult<unknown>> {
  return concluded(options, kind, fields, await exchange(options, kind, fields))
}

/** The result of an exchange, which is reported. */
function concluded(
  options: GatewayClientOptions,
  { what, url, operation, paysNothing }: Kind,
  fields: object,
  received: HttpResult | Undelivered,
): GatewayResult<unknown> {
  if ('kind' in received) {
    options.onCall?.({ what, order: orderIn(fields), kind: received.kind })
    return received
  }
  const dropped: string[] = []
  const result = meaningOf(operation, received, (field) => dropped.push(field), paysNothing)
  const error = gatewayErrorIn(
    {
      op: what,
      url,
      timeoutMs: options.timeoutMs,
      byTokenAndNumber: 'token' in options.credentials && !('orderId' in fields),
    },
    received,
    result,
  )
  options.onCall?.({
    what,
    order: orderIn(fields),
    kind: result.kind,
    ...(error && { error }),
    ...(dropped.length && { dropped }),
  })
  return error ? ({ ...result, error } as GatewayResult<unknown>) : result
}

const orderIn = (fields: { orderId?: string; orderNumber?: string; MDORDER?: string; mdOrder?: string }): string =>
  fields.orderNumber ?? fields.orderId ?? fields.MDORDER ?? fields.mdOrder ?? ''

/** The request, or an `unfit` result: a request that the gateway's interface does not allow is not sent. */
function requestOf(
  { credentials, base, signer, language: chosen, profile }: GatewayClientOptions,
  { operation, language: usual }: Kind,
  fields: object,
): PlainRequest | Undelivered {
  const language = chosen ?? usual
  const { basic, json, languages } = profile ?? {}
  const asked = { ...(language && { language }), ...fields }
  const named = languages && 'language' in operation.request.shape ? { language: oneOf(languages, asked) } : {}
  const requested = { ...asked, ...named, ...(basic ? {} : credentials) }
  const read = operation.request.safeParse(requested)
  if (!read.success) return unfit(explain(read.error, requested))
  const request = json
    ? requestFor({ ...operation, encoding: 'json' }, base, withoutEmpty(read.data))
    : requestFor(operation, base, read.data)
  return signed(basic ? { ...request, headers: { ...request.headers, ...basicHeader(credentials) } } : request, signer)
}

/** An empty field of a form is an absent one. */
const withoutEmpty = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** The language of a request among those that a bank takes, in its spelling; the first where it is none of them. */
const oneOf = (languages: readonly string[], { language = '' }: { readonly language?: string }): string =>
  languages.find((one) => one.toLowerCase() === language.toLowerCase()) ?? languages[0]!

const basicHeader = (credentials: Credentials): Readonly<Record<string, string>> =>
  'token' in credentials
    ? {}
    : { authorization: `Basic ${Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')}` }

/** The answer to a request, the error that prevented one, or why nothing was sent; never rejects. */
async function exchange(options: GatewayClientOptions, kind: Kind, fields: object): Promise<Undelivered | HttpResult> {
  const request = requestOf(options, kind, fields)
  if ('kind' in request) return request
  const { fetch, clock, timeoutMs } = options
  const { url, ...rest } = request
  const settings = { ...rest, ...(kind.repeatable && { repeatable: true as const }), redirect: 'manual' as const }
  const send = async (signal: AbortSignal): Promise<HttpResult> => {
    const response = await fetch(url, { ...settings, signal })
    return { status: response.status, body: await response.text() }
  }
  try {
    return await withTimeout(clock, timeoutMs, send, () => ({ failure: new GatewayTimeout() }))
  } catch (failure) {
    return { failure }
  }
}

class GatewayTimeout extends Error {
  readonly code = TIMEOUT
  constructor() {
    super('The gateway did not answer in time')
  }
}

/** The request with the signature of its body's bytes, which are sent exactly as they were signed. */
function signed(request: PlainRequest, signer: RequestSigner | undefined): PlainRequest {
  if (!signer || request.body === undefined) return request
  return { ...request, headers: { ...request.headers, ...signer(Buffer.from(request.body)) } }
}
