import type { Operation } from '#contract/operation.ts'
import type { CallbackSettings } from './callback-settings.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { usualPermissions, type Demand, type Permission } from './permissions.ts'
import { refusal } from '../errors/refusal.ts'
import { namedBy, senderOf } from './sender.ts'

export interface Merchant {
  /** The API user's login and password, and the token that can replace both, if one was issued. */
  readonly login: string
  readonly password: string
  readonly token?: string
  readonly name: string
  /** Merchant category code. */
  readonly mcc: string
  /** Town, and country as ISO 3166 alpha-2: the place of acceptance that is sent to the issuer. */
  readonly city?: string
  readonly country?: string
  /** Numeric ISO 4217 of an order that names none. */
  readonly currency: string
  /** Language of an order that names none; `en` when absent. */
  readonly language?: string
  readonly terminalId?: string
  /** Login of its parent merchant, which may act for it (online gateway 4.1). */
  readonly parent?: string
  /** The merchantInn by which its parent may name it. */
  readonly inn?: string
  /** Limit of requests per second; more get HTTP 429 (online gateway 7). No limit when absent. */
  readonly requestsPerSecond?: number
  /** Lifetime in seconds of an order that names none; 1200 when absent (online gateway 8). */
  readonly sessionTimeoutSecs?: number
  /** {@link usualPermissions} when absent. */
  readonly permissions?: readonly Permission[]
  /** None when absent. */
  readonly demands?: readonly Demand[]
  /** PEM of the certificate uploaded in the personal area; a signature, if sent, must be made with its key. */
  readonly certificate?: string
  /** Unsigned requests are rejected (online gateway 5, request signature). */
  readonly signature?: 'required'
  /** When absent, only orders with an address of their own have callbacks, without a checksum. */
  readonly callback?: CallbackSettings
}

export const terminalOf = ({ terminalId }: Merchant): string => terminalId ?? '10000001'

export const may = ({ permissions = usualPermissions }: Merchant, permission: Permission): boolean =>
  permissions.includes(permission)

export const must = ({ demands = [] }: Merchant, demand: Demand): boolean => demands.includes(demand)

/** Who sends a request, and how it is authenticated. */
export interface Caller {
  /** The merchant that the request is for: the caller, or one that it may act for. */
  readonly merchant: Merchant
  readonly byToken: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Authenticates the sender: login with password, or a token, never both (online gateway 5); else throws a refusal. */
export function admit(merchants: readonly Merchant[], fields: Fields, operation: Operation): Caller {
  const sender = senderOf(operation, fields)
  const { userName, password, token } = sender
  const { language } = fields
  if (userName !== undefined && password === undefined && token === undefined)
    throw fieldRefusal(operation, { field: 'password', kind: 'missing', rule: 'is required' }, language)
  const byToken = userName === undefined && password === undefined
  const caller = merchants.find(namedBy(sender))
  const isProven = byToken || (token === undefined && caller?.password === password)
  const merchant = caller && isProven && actingFor(caller, merchants, named(fields, operation))
  if (!merchant) throw refusal('access', typeof language === 'string' ? language : undefined)
  return { merchant, byToken }
}

interface MerchantReference {
  readonly login: unknown
  readonly inn: unknown
}

/**
 * The caller for an order that it names by the gateway's id: the order's own merchant, where the caller may act for that
 * one. A payment has no merchantLogin (online gateway 4.3), and its order may be a child merchant's (4.1).
 */
export function callerFor(caller: Caller, merchants: readonly Merchant[], owner: string | undefined): Caller {
  const found =
    owner === undefined ? undefined : actingFor(caller.merchant, merchants, { login: owner, inn: undefined })
  return found ? { ...caller, merchant: found } : caller
}

/** merchantInn is a field of registrations only; elsewhere it is an unknown field. */
const named = ({ merchantLogin: login, merchantInn: inn }: Fields, { request }: Operation): MerchantReference => ({
  login,
  inn: Object.hasOwn(request.shape, 'merchantInn') && isInn(inn) ? inn : undefined,
})

/** Any other value is left to the schema, which rejects it by field name. */
const isInn = (sent: unknown): boolean => typeof sent === 'string' && sent.length > 0 && sent.length <= 16

/** A merchant acts for itself, for its children, and with a permission for any merchant. */
function actingFor(
  caller: Merchant,
  merchants: readonly Merchant[],
  { login, inn }: MerchantReference,
): Merchant | undefined {
  if (login === undefined && inn === undefined) return caller
  const found = merchants.find((one) => isNamed(one, login, inn, caller))
  const isOwn = found === caller || found?.parent === caller.login
  return isOwn || may(caller, 'otherMerchants') ? found : undefined
}

const isNamed = (one: Merchant, login: unknown, inn: unknown, caller: Merchant): boolean =>
  (login === undefined || one.login === login) &&
  (inn === undefined || (one.inn === inn && one.parent === caller.login))
