import { ProxyError } from '#contract/proxy-errors.ts'
import { errorCodes } from '#server-contract/gateway/error-codes.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import { readsByIdOnly } from '../../config/gateway-settings.ts'
import type { ProxyContext } from '../../proxy-context.ts'

export type IdContext = Pick<ProxyContext, 'gateway' | 'orderIds' | 'notesOrderIds' | 'config'>

const notFound: GatewayResult<OrderState> = { kind: 'refused', errorCode: errorCodes.orderUnknown.code, message: '' }

/**
 * Reads an order's status by its number. Where the gateway may read by orderId only, the orderId
 * that was noted when the number was registered is used, as it is for an order of a child merchant. Throws
 * `gateway_unreachable` where the number was sent for registration and its orderId is lost.
 */
export async function readStatus(proxy: IdContext, number: string): Promise<GatewayResult<OrderState>> {
  const result = await (readsByIdOnly(proxy.config.gateway) ? readByToken(proxy, number) : readByNumber(proxy, number))
  return result.kind === 'answered' ? { ...result, answer: await identified(proxy, result.answer) } : result
}

async function readByNumber(proxy: IdContext, number: string): Promise<GatewayResult<OrderState>> {
  const result = await proxy.gateway.getOrderStatusExtended({ orderNumber: number })
  return isRefusedAs(result, 'orderUnknown') ? readByNotedId(proxy, number, result) : result
}

/** The orderId in a status. */
export const orderIdIn = ({ attributes }: OrderState): string | undefined =>
  attributes?.find(({ name }) => name === 'mdOrder')?.value

/**
 * A status of older releases may lack the orderId: it is the one that was noted when the number in the status was
 * registered, since a gateway registers a number once. The number and the sum are compared as ever.
 */
export async function identified(proxy: Pick<IdContext, 'orderIds'>, status: OrderState): Promise<OrderState> {
  const { orderNumber, attributes = [] } = status
  if (orderNumber === undefined || orderIdIn(status)) return status
  const value = await proxy.orderIds.identify(orderNumber).catch(unreadable)
  return value ? { ...status, attributes: [...attributes, { name: 'mdOrder', value }] } : status
}

/** An order of a child merchant may be found by its orderId only. */
async function readByNotedId(
  proxy: IdContext,
  number: string,
  result: GatewayResult<OrderState>,
): Promise<GatewayResult<OrderState>> {
  const orderId = await idOf(proxy, number)
  return orderId ? proxy.gateway.getOrderStatusExtended({ orderId }) : result
}

async function readByToken(proxy: IdContext, number: string): Promise<GatewayResult<OrderState>> {
  const orderId = await idOf(proxy, number)
  if (orderId) return proxy.gateway.getOrderStatusExtended({ orderId })
  const result = await proxy.gateway.getOrderStatusExtended({ orderNumber: number })
  // Refused for want of an orderId, which a token must give (family).
  if (!isRefusedAs(result, 'identifierMissing', 'accessDenied')) return result
  // A number is registered once: one that no proxy knows of is refused as taken where the gateway has it after all.
  if (orderId === undefined) return notFound
  throw new ProxyError(
    'gateway_unreachable',
    'The orderId of this order is lost, and the gateway reads by orderId only.',
  )
}

const idOf = ({ orderIds }: IdContext, number: string): Promise<string | undefined> =>
  orderIds.read(number).catch(unreadable)

function unreadable(): never {
  throw new ProxyError('busy', 'The orderIds cannot be read; nothing was sent. Try again.')
}

/**
 * Notes the orderId that a callback names, where the order's own is lost: the gateway's status of it must be about that
 * number.
 */
export async function adoptId(proxy: IdContext, number: string, orderId: string): Promise<void> {
  if (!readsByIdOnly(proxy.config.gateway) || (await proxy.orderIds.read(number))) return
  const result = await proxy.gateway.getOrderStatusExtended({ orderId })
  if (result.kind === 'answered' && result.answer.orderNumber === number) await proxy.orderIds.note(number, orderId)
}
