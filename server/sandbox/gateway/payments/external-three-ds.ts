import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import type { Operation } from '#contract/operation.ts'
import type { Problem } from '#server-contract/explain.ts'
import { fieldRefusal } from '../errors/field-refusal.ts'
import { may, type Caller } from '../merchants/merchants.ts'
import { attributesOf, type OrderAttributes, type SentAttributes } from '../orders/fields/attributes.ts'
import type { Secure } from '../orders/order.ts'
import { refusal } from '../errors/refusal.ts'

/** Fields that only an external 3DS server sends; the protocol version alone does not indicate one. */
const telltales = ['eci', 'cavv', 'xid', 'threeDsType']
const names: ReadonlySet<string> = new Set([...telltales, 'threeDSProtocolVersion'])

/** eci of a full authentication, and of an attempt: both require a cavv (family). */
const authenticated: Readonly<Record<string, Secure['type']>> = { '05': '3', '02': '3', '06': '5', '01': '5' }

const types: readonly Secure['type'][] = ['0', '3', '4', '5', '6', '7', '8']

/**
 * The result of the merchant's own 3DS server in jsonParams (online gateway 4.4), or `undefined` if there is none;
 * requires a permission, and login and password. Payments by a stored card take it like those by a new one (family).
 */
export function externalResult(
  { jsonParams, language }: Pick<CardPayment, 'jsonParams'> & { readonly language?: string | undefined },
  { merchant, byToken }: Caller,
  operation: Operation = gatewayApi.paymentorder,
): Secure | undefined {
  const params = resultIn(jsonParams)
  if (!telltales.some((name) => params[name])) return undefined
  if (byToken || !may(merchant, 'externalThreeDs')) throw refusal('external', language)
  const broken = problemIn(params)
  if (broken) throw fieldRefusal(operation, broken, language)
  return secureOf(params)
}

/** A number has no leading zero, but the eci has two digits. */
const resultIn = ({ eci, ...rest }: SentAttributes = {}): OrderAttributes =>
  attributesOf({ ...rest, ...(eci !== undefined && { eci: typeof eci === 'number' ? `0${eci}` : eci }) })

function problemIn({ eci, cavv, threeDSProtocolVersion: version, threeDsType }: OrderAttributes): Problem | undefined {
  if (!eci) return { field: 'jsonParams.eci', kind: 'missing', rule: 'is required' }
  if (!/^0[0-7]$/.test(eci)) return wrong('eci', 'must be two digits, 00 to 07')
  if (authenticated[eci] && !cavv)
    return { field: 'jsonParams.cavv', kind: 'missing', rule: `is required with eci ${eci}` }
  if (cavv && !/^[A-Za-z0-9+/]{1,40}={0,2}$/.test(cavv)) return wrong('cavv', 'must be Base64')
  if (version && !/^[12]\.\d\.\d$/.test(version))
    return wrong('threeDSProtocolVersion', 'must be a version of the protocol, as 2.1.0')
  if (threeDsType && !types.some((type) => type === threeDsType))
    return wrong('threeDsType', `must be one of ${types.join(', ')}`)
  return undefined
}

const wrong = (name: string, rule: string): Problem => ({ field: `jsonParams.${name}`, kind: 'rule', rule })

const secureOf = ({ eci = '', cavv, xid, threeDSProtocolVersion: version, threeDsType }: OrderAttributes): Secure => ({
  type: types.find((type) => type === threeDsType) ?? authenticated[eci] ?? '0',
  eci,
  version: version || '2.1.0',
  ...(cavv && { cavv }),
  ...(xid && { xid }),
})

/** jsonParams without the authentication, which is not reported with an order. */
export const ordinary = (sent?: SentAttributes): OrderAttributes =>
  Object.fromEntries(Object.entries(attributesOf(sent)).filter(([name]) => !names.has(name)))
