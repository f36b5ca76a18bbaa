import * as z from 'zod/mini'
import { checkoutApi } from '#contract/checkout-api.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { schemasIn } from '../fuzz/names.ts'
import { browser, cardFor } from '../../unit/proxy/support/test-proxy.ts'

const billing = {
  billingCity: 'Riga',
  billingCountry: 'LV',
  billingAddressLine1: 'Brivibas 1',
  billingPostalCode: 'LV-1010',
}
const payer = { email: 'jane@shop.example', billing }
const card = { ...cardFor('id-of-A-17'), payer }
const walletPayment = { requestId: card.requestId, wallet: 'googlePay', paymentToken: 'QUJD', payer, browser }

/** Valid bodies of the browser's requests. */
export const posted: Readonly<Record<string, object>> = {
  prepare: {},
  pay: card,
  authenticate: { ...card, continuation: 'a.b' },
  'wallet/pay': walletPayment,
  'wallet/authenticate': { ...walletPayment, continuation: 'a.b' },
  'wallet/session': { validationURL: 'https://apple-pay-gateway.apple.com/x' },
  code: { method: 'sbp' },
  moto: { requestId: card.requestId, seToken: 'QUJD', cardholder: 'JANE DOE', payer },
  'cards/remove': { bindingId: 'b-1' },
  withdraw: { requestId: card.requestId },
  cancel: {},
}

/** Every field name in the gateway's requests and the ticket's claims, and further names that an attacker may try. */
export const everybodysNames: readonly string[] = [
  ...new Set(
    [...Object.values(gatewayApi).map(({ request }) => request), Ticket]
      .flatMap((schema) => [...schemasIn(schema)])
      .flatMap(([path]) => path.split('.').filter(Boolean)),
  ),
  'callbackUrl',
  'gatewayUrl',
]

/** An object in a request, or the request itself: its path, and its own field names. */
export interface Place {
  readonly path: readonly string[]
  readonly own: ReadonlySet<string>
}

/** The browser's operations, by the contract. */
export const operations = Object.values(checkoutApi).map(({ method, path, request }) => ({
  method,
  name: path.slice('/api/'.length).replace(':locale', 'en'),
  /** The body after parsing. */
  read: (body: object): unknown => z.parse(request as z.ZodMiniType, body),
  places: [...schemasIn(request)].flatMap(([dotted, schema]): Place[] => {
    const { def } = (schema as Parameters<typeof schemasIn>[0] & { _zod: { def: { shape?: object } } })._zod
    return def.shape ? [{ path: dotted.split('.').filter(Boolean), own: new Set(Object.keys(def.shape)) }] : []
  }),
}))

/** A body with additional fields in one of its objects. */
export function withMember(body: object, [first, ...path]: readonly string[], member: object): object {
  if (first === undefined) return { ...body, ...member }
  const inner = (body as Readonly<Record<string, object>>)[first] ?? {}
  return { ...body, [first]: withMember(inner, path, member) }
}
