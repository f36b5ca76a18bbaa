import { ProxyError } from '#contract/proxy-errors.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { MotoCharge } from '#server-contract/methods/moto.ts'
import { callbackOf } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { paramsOfCharge } from '../orders/registration.ts'
import type { LockedOrderContext } from '../payments/locked-order.ts'
import { chargeOrder } from './charge-order.ts'
import { clientCard } from '../methods/stored-card/cards.ts'

/** Charges a mail or telephone order (motoPayment.do, online gateway 4.5). */
export async function moto(
  proxy: LockedOrderContext & Pick<ProxyContext, 'webhooks'>,
  request: MotoCharge,
): Promise<Order> {
  checkSources(request)
  if (!proxy.config.plainCards) refuseInTheClear(request)
  const { reference: _, ...rest } = request
  const { orderNumber, clientId, bindingId } = rest
  return chargeOrder(proxy, request, { paysRegistered: false }, async (send) => {
    if (bindingId !== undefined) await noteStoredCard(proxy, { clientId: clientId!, bindingId })
    // No shopper returns from such a payment, but the gateway requires an address.
    const returnUrl = request.returnUrl ?? proxy.config.shopOrigins[0]!
    const params = paramsOfCharge(proxy, request, 'jsonParams')
    const fields = { ...callbackOf(proxy, orderNumber), ...rest, ...params, returnUrl }
    return send({
      op: 'motoPayment.do',
      method: 'moto',
      // With another callback address in the request, the gateway does not call the proxy.
      hasCallback: request.dynamicCallbackUrl === undefined,
      send: () => proxy.gateway.motoPayment(fields),
    })
  })
}

/** The order's status does not say whether its card was stored before. */
async function noteStoredCard(
  proxy: Pick<ProxyContext, 'gateway' | 'webhooks'>,
  of: { clientId: string; bindingId: string },
): Promise<void> {
  await proxy.webhooks.noteCard({ clientId: of.clientId, ...(await clientCard(proxy, of)) })
}

type Field = keyof MotoCharge
type MotoRule = readonly [field: Field, rule: string, isBroken: (has: (field: Field) => boolean) => boolean]

const sources = ['seToken', 'bindingId', 'pan'] as const satisfies readonly Field[]

/** Rules of the fields beyond their schema. */
const motoRules: readonly MotoRule[] = [
  ['seToken', 'or bindingId or pan must be given, and only one of them', (has) => sources.filter(has).length !== 1],
  ['clientId', 'is required with bindingId', (has) => has('bindingId') && !has('clientId')],
  ['expiry', 'is required with pan', (has) => has('pan') && !has('expiry')],
  ['expiry', 'must be given with pan only', (has) => has('expiry') && !has('pan')],
  ['cvc', 'must be sealed in the seToken', (has) => has('cvc') && has('seToken')],
]

function checkSources(request: MotoCharge): void {
  const broken = motoRules.find(([, , isBroken]) => isBroken((field) => (request[field] ?? '') !== ''))
  if (broken) throw new ProxyError('field_invalid', broken[1], broken[0])
}

const inTheClear = ['pan', 'cvc'] as const satisfies readonly Field[]

function refuseInTheClear(request: MotoCharge): void {
  const field = inTheClear.find((one) => request[one] !== undefined)
  if (field)
    throw new ProxyError(
      'field_invalid',
      'must not travel in the clear: seal the card (seToken), or set TENDER_PLAIN_CARDS=allowed on the proxy',
      field,
    )
}
