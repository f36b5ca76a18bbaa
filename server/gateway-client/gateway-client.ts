import { explain } from '#contract/explain.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { languages } from '#contract/gateway/language.ts'
import type { Answer, Operation, Request } from '#contract/operation.ts'
import type { Clock } from '#contract/ports.ts'
import { addressOf, plainFor, type PlainRequest } from '#contract/wire/client.ts'
import { readerOf } from '#contract/wire/reader.ts'
import type { RequestSigner } from '#signature/signature.ts'
import { seenBy, type GatewayCarry } from './gateway-carry.ts'
import { isUnfit, meaningOf, unfit, type GatewayTrouble, type Seen, type GatewayResult } from './meaning.ts'
import { buildPatience, type Patience } from './patience.ts'
import { TIMEOUT, troubleIn } from './trouble.ts'

type Api = typeof gatewayApi
type Name = { [N in keyof Api]: Api[N] extends { readonly answers: 'page' } ? never : N }[keyof Api]
type Own = 'userName' | 'password' | 'token'
type Optionally<Fields, Key extends PropertyKey> = Omit<Fields, Key> & Partial<Pick<Fields, Key & keyof Fields>>

/** Login and password, or a token, never both (online gateway 5). */
export type Credentials = { readonly userName: string; readonly password: string } | { readonly token: string }

export interface GatewayClientParts {
  /** Address before the operations' paths, without a closing slash. */
  readonly base: string
  readonly credentials: Credentials
  readonly carry: GatewayCarry
  /** Milliseconds until an answer is given up, and with it the knowledge of what became of the request. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Signs every request that has a body, where the gateway demands it of the merchant (online gateway 5). */
  readonly signer?: RequestSigner
  /** Language of the gateway's messages and pages where a call names none. */
  readonly language?: (typeof languages)[number]
  /** Reads are not asked again when their answer is lost. */
  readonly asksOnce?: true
  /** Hears of every request once its answer is known, with the order it was about. */
  readonly told?: (call: Call) => void
}

/** A request whose answer is known. */
export interface Call {
  /** Name of the operation, such as `register.do`. */
  readonly what: string
  readonly order: string
  readonly kind: GatewayResult<unknown>['kind']
  /** Why the gateway could not be used, where it could not. */
  readonly trouble?: GatewayTrouble
}

/** A function per operation of the gateway, which never throws for what the gateway or the way to it did. */
export type GatewayClient = {
  readonly [N in Name]: (
    fields: Optionally<Omit<Request<Api[N]>, Own>, 'language'>,
  ) => Promise<GatewayResult<Answer<Api[N]>>>
} & {
  /** Address of the gateway's page that sends the shopper to the access server (4.6). */
  acsRedirect(orderId: string): string
}

/** Only these may be sent again when their answer is lost: they change nothing. */
const reads: ReadonlySet<string> = new Set(['getOrderStatusExtended', 'getBindings', 'sealingKeys'] satisfies Name[])

/** Pauses before a read is tried again, in milliseconds. */
const pauses = [200, 800]

/** Asks the online gateway; throws at once when the credentials are both kinds, or none. */
export function gatewayClient(given: GatewayClientParts): GatewayClient {
  checkCredentials(given.credentials)
  const parts: Asking = { ...given, patience: buildPatience(given.clock, given.timeoutMs) }
  const named = Object.entries<Operation>(gatewayApi).filter(([, { answers }]) => answers !== 'page')
  const names = named.map(([name]) => name as Name)
  const calls = names.map((name) => [
    name,
    (fields: object) => (reads.has(name) && !parts.asksOnce ? patiently : once)(parts, name, fields),
  ])
  const acsRedirect = (orderId: string): string => addressOf(gatewayApi.acsRedirect, parts.base, { orderId })
  return { ...(Object.fromEntries(calls) as GatewayClient), acsRedirect }
}

function checkCredentials(credentials: Credentials): void {
  const { userName, password, token } = credentials as { [Name in Own]?: string }
  if (token !== undefined && (userName !== undefined || password !== undefined))
    throw new Error('The gateway takes a login with its password, or a token, never both')
  if (!token && !(userName && password)) throw new Error('The gateway needs a login with its password, or a token')
}

interface Asking extends GatewayClientParts {
  readonly patience: Patience
}

async function patiently(parts: Asking, name: Name, fields: object): Promise<GatewayResult<unknown>> {
  for (const pause of pauses) {
    const told = await once(parts, name, fields)
    if (told.kind === 'answered' || told.kind === 'refused' || isUnfit(told)) return told
    await parts.clock.sleep(pause)
  }
  return once(parts, name, fields)
}

async function once(parts: Asking, name: Name, fields: object): Promise<GatewayResult<unknown>> {
  const operation: Operation = gatewayApi[name]
  const what = operation.path.slice(operation.path.lastIndexOf('/') + 1)
  const request = requestOf(parts, operation, fields)
  if ('kind' in request) {
    parts.told?.({ what, order: orderIn(fields), kind: request.kind })
    return request
  }
  const seen = await carried(parts, request)
  const told = meaningOf(operation, seen)
  const trouble = troubleIn({ op: what, url: parts.base + operation.path, timeoutMs: parts.timeoutMs }, seen, told)
  parts.told?.({ what, order: orderIn(fields), kind: told.kind, ...(trouble && { trouble }) })
  return trouble ? ({ ...told, trouble } as GatewayResult<unknown>) : told
}

const orderIn = (fields: { orderId?: string; orderNumber?: string; MDORDER?: string; mdOrder?: string }): string =>
  fields.orderNumber ?? fields.orderId ?? fields.MDORDER ?? fields.mdOrder ?? ''

/** The request, or that it cannot be made: what the gateway's interface does not allow is not sent. */
function requestOf({ base, credentials, signer, ...parts }: Asking, operation: Operation, fields: object) {
  const asked = { language: parts.language ?? 'en', ...fields, ...credentials }
  const read = readerOf(operation.request).safeParse(asked)
  if (!read.success) return unfit(explain(read.error, asked))
  return signed(plainFor(operation, base, read.data as Record<string, unknown>), signer)
}

async function carried({ carry, patience }: Asking, request: PlainRequest): Promise<Seen> {
  const over = new AbortController()
  return new Promise((resolve) => {
    const answered = patience(() => {
      over.abort()
      resolve({ failure: Object.assign(new Error('The gateway did not answer in time'), { code: TIMEOUT }) })
    })
    void seenBy(carry, request, over.signal).then(resolve).finally(answered)
  })
}

/** The request with the signature of its body's bytes, which are then sent as they were signed. */
function signed(request: PlainRequest, signer: RequestSigner | undefined): PlainRequest {
  if (!signer || request.body === undefined) return request
  return { ...request, headers: { ...request.headers, ...signer(Buffer.from(request.body)) } }
}
