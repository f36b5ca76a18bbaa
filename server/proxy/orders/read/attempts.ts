import { ProxyError } from '#contract/proxy-errors.ts'
import { type OrderState, orderStatus } from '#server-contract/gateway/orders.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { DAY } from '#contract/time/periods.ts'
import { unusable } from '../../gateway/gateway-failure.ts'
import { sharedBy } from '../../store/one-at-a-time.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import { isClosed, MAX_ATTEMPTS, mayExist, numberAt, type OrderAttempt } from '../attempts.ts'
import { noteUnknownStatus } from '../order-state.ts'
import { termsOf } from '../order-terms.ts'
import { currencyIn } from '../sums.ts'
import { orderIdIn, readStatus } from './status.ts'
import { isHeld, storeDown } from '../../locks/lock-store.ts'

/** What the attempts of an order are read with. */
export type AttemptsContext = Pick<
  ProxyContext,
  'gateway' | 'orderIds' | 'notesOrderIds' | 'config' | 'log' | 'locks' | 'signer' | 'registered' | 'paymentMeter'
>

/**
 * Reads the attempts of an order in sequence; the last is the current one. A number that is another order's ends them for
 * a caller who only looks; otherwise it throws `order_refused`.
 */
export async function readAttempts(
  proxy: AttemptsContext,
  orderNumber: string,
  onlyLooks = false,
): Promise<readonly OrderAttempt[]> {
  const attempts: OrderAttempt[] = []
  while (mayExist(proxy, orderNumber, attempts.length) && attempts.every(isClosed)) {
    const attempt = await readAttempt(proxy, numberAt(orderNumber, attempts.length))
    if (!attempt) break
    const registeredFor = termsOf(proxy, attempt)?.orderNumber ?? orderNumber
    if (registeredFor !== orderNumber) {
      if (!onlyLooks) throw ofOther(proxy, attempt, orderNumber)
      return attempts.length ? attempts : [attempt]
    }
    attempts.push(attempt)
  }
  return attempts
}

/** The refusal of a number such as `A-17-2`, which may be a later attempt of `A-17`, or an order of that name. */
function ofOther({ log }: AttemptsContext, attempt: OrderAttempt, orderNumber: string): ProxyError {
  log.error({
    order: orderNumber,
    code: 'order_refused',
    message: 'the number is that of another order, or of its try',
  })
  return new ProxyError(
    'order_refused',
    `The gateway has ${attempt.number} for another order. A number that ends in -2 to -${MAX_ATTEMPTS} is a later try of the one before.`,
  )
}

/** A shared read, for callers that send nothing: the calls made during a read share the next one. */
export const readAttemptsShared = sharedBy(readAttempts)

/** Characters of an orderId (online gateway 4.1). */
const LONGEST_ID = 36

/**
 * Reads one attempt by its number, and acknowledges its payment where the bank demands that; `undefined` when the gateway
 * has none of that number.
 */
export async function readAttempt(proxy: AttemptsContext, number: string): Promise<OrderAttempt | undefined> {
  const attempt = await readNumber(proxy, number)
  return attempt && (await acknowledge(proxy, attempt)) ? readNumber(proxy, number) : attempt
}

async function readNumber(proxy: AttemptsContext, number: string): Promise<OrderAttempt | undefined> {
  const result = await readStatus(proxy, number)
  if (isRefusedAs(result, 'orderUnknown')) return undefined
  if (result.kind !== 'answered') throw unusable(result)
  const attempt = attemptOf(proxy, result.answer)
  if (attempt.number !== number) throw mixedUp(proxy, number)
  noteUnknownStatus(proxy.log, number, attempt.status)
  return attempt
}

/** The attempt of a status; throws where the gateway leaves out what an attempt cannot be without. */
export function attemptOf(proxy: Pick<AttemptsContext, 'config'>, status: OrderState): OrderAttempt {
  const { orderNumber: number, amount } = status
  const orderId = orderIdIn(status)
  if (!orderId || orderId.length > LONGEST_ID || number === undefined || amount === undefined)
    throw new ProxyError(
      'gateway_unreachable',
      'The gateway does not return identifier, number and amount of the order.',
    )
  const { orderStatusAliases: aliases } = proxy.config.gateway.profile
  const orderStatus = aliases[String(status.orderStatus)] ?? status.orderStatus
  return { number, orderId, status: { ...status, currency: currencyIn(proxy, status), orderStatus } }
}

export const readAttemptShared = sharedBy(readAttempt)

/** The answer says nothing about the requested order, so the read may be retried. */
function mixedUp({ log }: Pick<ProxyContext, 'log'>, order: string): ProxyError {
  log.error({ order, code: 'order_mismatch', message: 'the answer is about another order' })
  return new ProxyError('gateway_unreachable', 'The gateway answered about another order.')
}

export type AcknowledgeContext = Pick<ProxyContext, 'gateway' | 'config' | 'log' | 'locks'>

/** Longer than any order number, so that it is never the key of a payment. */
const keyOf = (orderId: string): string => `the acknowledgement of the order with the orderId ${orderId}`

/** Milliseconds for which an answer is remembered; a later reading acknowledges again, which changes nothing. */
const KEPT = 31 * DAY

const made: ReadonlySet<number | undefined> = new Set([orderStatus.held, orderStatus.deposited])

/**
 * Tells a bank that demands it that the payment is known, at every reading until an answer was seen: the bank gives the
 * money back otherwise, so that no order is reported as paid before. Returns whether the status must be read again.
 */
export async function acknowledge(
  proxy: AcknowledgeContext,
  { orderId, number, status }: OrderAttempt,
): Promise<boolean> {
  if (!proxy.config.gateway.profile.acknowledges || !made.has(status.orderStatus)) return false
  if (await isHeld(proxy, keyOf(orderId))) return false
  const result = await proxy.gateway.acknowledge({ mdOrder: orderId })
  if (result.kind !== 'answered' && !isRefusedAs(result, 'paymentDeclined')) {
    const message = 'the payment is not acknowledged yet, and the bank cancels it otherwise'
    proxy.log.error({ op: 'acknowledge', order: number, code: result.kind, message })
    throw unusable(result)
  }
  await proxy.locks.take(keyOf(orderId), 'seen', KEPT).catch(storeDown)
  return true
}
