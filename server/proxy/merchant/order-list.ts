import { ProxyError } from '#contract/proxy-errors.ts'
import { momentOf } from '#server-contract/gateway/family/order-list.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { merchantApi } from '#server-contract/merchant/merchant.ts'
import {
  listedStates,
  PAGE_SIZE,
  type ListedState,
  type ListedTry,
  type OrderList,
} from '#server-contract/merchant/order-list.ts'
import type { Request } from '#contract/operation.ts'
import { isPaid } from '#contract/outcome.ts'
import { instantOf } from '#contract/time/instant.ts'
import { absentOperation, refusedByGateway, unusable } from '../gateway/gateway-failure.ts'
import { attemptOf } from '../orders/read/attempts.ts'
import type { OrderAttempt } from '../orders/attempts.ts'
import { differingField, registeredSum } from '../orders/comparison.ts'
import { termsOf } from '../orders/order-terms.ts'
import { identified } from '../orders/read/status.ts'
import { tryOf } from '../orders/order.ts'
import type { ProxyContext } from '../proxy-context.ts'

type ListContext = Pick<ProxyContext, 'gateway' | 'clock' | 'config' | 'signer' | 'registered' | 'orderIds' | 'log'>

const everyState = Object.keys(listedStates) as ListedState[]

/** Lists the tries of a period (getLastOrdersForMerchants.do, family), whoever registered them. */
export async function listOrders(
  proxy: ListContext,
  { from, to, by = 'registered', state = everyState, page = 1, size = PAGE_SIZE }: Request<typeof merchantApi.orders>,
): Promise<OrderList> {
  const [begin, end] = [instantOf(from), to === undefined ? proxy.clock.now() : instantOf(to)]
  if (end < begin) throw new ProxyError('field_invalid', `must not be before ${from}`, 'to')
  const result = await proxy.gateway.getLastOrdersForMerchants({
    from: momentOf(begin),
    to: momentOf(end),
    page: page - 1,
    size,
    transactionStates: state.map((one) => listedStates[one]).join(','),
    merchants: '',
    searchByCreatedDate: by === 'registered',
  })
  if (result.kind === 'refused') throw refusedByGateway(result.errorCode, result.message)
  if (result.kind !== 'answered') throw absentOperation('getLastOrdersForMerchants.do', result) ?? unusable(result)
  const { orderStatuses = [], totalCount } = result.answer
  const read = await Promise.all(orderStatuses.map((status) => attemptIn(proxy, status)))
  const attempts = read.filter((one) => one !== undefined)
  const unreadable = orderStatuses.length - attempts.length
  const message = `${unreadable} rows of the list lack status, identifier, number or amount, and are left out`
  if (unreadable) proxy.log.warn({ op: 'getLastOrdersForMerchants.do', code: 'rows_unreadable', message })
  return {
    tries: attempts.map((attempt) => listedTry(proxy, attempt)),
    ...(totalCount !== undefined && { total: totalCount }),
    ...(unreadable && { unreadable }),
    page,
    size,
  }
}

/** The attempt of a row; `undefined` where the row lacks what an attempt cannot be without. */
async function attemptIn(proxy: ListContext, status: OrderState): Promise<OrderAttempt | undefined> {
  if (status.orderStatus === undefined) return undefined
  try {
    return attemptOf(proxy, await identified(proxy, status))
  } catch (error) {
    if (error instanceof ProxyError && error.code === 'gateway_unreachable') return undefined
    throw error
  }
}

function listedTry(proxy: ListContext, attempt: OrderAttempt): ListedTry {
  const listed = { order: termsOf(proxy, attempt)?.orderNumber ?? attempt.number, ...tryOf(attempt) }
  const sum = isPaid(listed.state) ? registeredSum(proxy, attempt) : undefined
  const mismatch = sum && differingField(attempt.status, sum)
  return mismatch ? { ...listed, state: 'pending', mismatch } : listed
}
