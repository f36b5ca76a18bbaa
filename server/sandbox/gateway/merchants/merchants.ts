import type { Operation } from '#contract/operation.ts'
import type { CallbackSettings } from '../callbacks/callback-settings.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { usualPermissions, type Demand, type Permission } from './permissions.ts'
import { refusal } from '../errors/refusal.ts'
import { namedBy, senderOf } from './sender.ts'

/** A merchant as the gateway knows it. */
export interface Merchant {
  /** The API user's login and password, and the token that may stand for both, where one was issued. */
  readonly login: string
  readonly password: string
  readonly token?: string
  readonly name: string
  /** Merchant category code. */
  readonly mcc: string
  /** Town, and country as ISO 3166 alpha-2: what the issuer is told of where a payment is accepted. */
  readonly city?: string
  readonly country?: string
  /** Numeric ISO 4217 of an order that names none. */
  readonly currency: string
  /** Language of an order that names none; `en` when absent. */
  readonly language?: string
  readonly terminalId?: string
  /** Login of the merchant whose child it is, which may act for it (online gateway 4.1). */
  readonly parent?: string
  /** What its parent may name it by, as merchantInn. */
  readonly inn?: string
  /** How many requests it may make in a second; more are HTTP 429 (online gateway 7). No limit when absent. */
  readonly requestsPerSecond?: number
  /** Lifetime in seconds of an order that names none; 1200 when absent (online gateway 8). */
  readonly sessionTimeoutSecs?: number
  /** {@link usualPermissions} when absent. */
  readonly permissions?: readonly Permission[]
  /** None when absent. */
  readonly demands?: readonly Demand[]
  /** PEM of the certificate uploaded in the personal area; a signature that is sent must be of its key. */
  readonly certificate?: string
  /** No request is taken unsigned (online gateway 5, request signature). */
  readonly signature?: 'required'
  /** Absent, only orders that name their own address are told of, without a checksum. */
  readonly callback?: CallbackSettings
}

export const terminalOf = ({ terminalId }: Merchant): string => terminalId ?? '10000001'

export const may = ({ permissions = usualPermissions }: Merchant, permission: Permission): boolean =>
  permissions.includes(permission)

export const must = ({ demands = [] }: Merchant, demand: Demand): boolean => demands.includes(demand)

/** Who asks, and in what manner. */
export interface Caller {
  /** Whom the request is about: the caller, or the merchant that it may act for. */
  readonly merchant: Merchant
  readonly byToken: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Finds who sent the fields: login with password, or a token, never both (online gateway 5); refuses anybody else. */
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

interface Named {
  readonly login: unknown
  readonly inn: unknown
}

/** merchantInn is a word of registrations only, and elsewhere as unknown as any. */
const named = ({ merchantLogin: login, merchantInn: inn }: Fields, { request }: Operation): Named => ({
  login,
  inn: Object.hasOwn(request.shape, 'merchantInn') && isInn(inn) ? inn : undefined,
})

/** Anything else is left for the schema to refuse, by its name. */
const isInn = (sent: unknown): boolean => typeof sent === 'string' && sent.length > 0 && sent.length <= 16

/** A merchant acts for itself, for its children, and with a permission for anybody. */
function actingFor(caller: Merchant, merchants: readonly Merchant[], { login, inn }: Named): Merchant | undefined {
  if (login === undefined && inn === undefined) return caller
  const found = merchants.find((one) => isNamed(one, login, inn, caller))
  const isOwn = found === caller || found?.parent === caller.login
  return isOwn || may(caller, 'otherMerchants') ? found : undefined
}

const isNamed = (one: Merchant, login: unknown, inn: unknown, caller: Merchant): boolean =>
  (login === undefined || one.login === login) &&
  (inn === undefined || (one.inn === inn && one.parent === caller.login))
