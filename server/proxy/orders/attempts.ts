import { isByOperator } from '#contract/methods/methods.ts'
import { actionCode } from '#contract/gateway/action-codes.ts'
import { Refused } from '#contract/refusal-codes.ts'
import { orderStatus, type OrderState } from '#contract/gateway/orders.ts'
import { stopwatch } from '#contract/time/stopwatch.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isRefusedAs, type GatewayResult } from '#gateway-client/answer-kind.ts'
import { steadyOf } from '#ports/steady.ts'
import { unusable } from '../gateway/gateway-fault.ts'
import { sharedBy } from '../locks/serialize-by-key.ts'
import { orderIdIn, readStatus } from './read-status.ts'
import { differenceIn } from './comparison.ts'
import { termsOf } from './order-terms.ts'
import { currencyIn, sumOf, type Sum } from './sums.ts'
import { noteUnknownStatus } from './order-state.ts'
import type { ProxyContext } from '../proxy-context.ts'

/**
 * One attempt to pay the ticket's order. The gateway registers a number once, so attempts are numbered `N`, `N-2`,
 * `N-3`…; the next is registered only when the one before is closed for good, which leaves no gaps.
 */
export interface OrderAttempt {
  readonly number: string
  readonly orderId: string
  readonly status: OrderState
}

/** What the attempts of an order are read with. */
export type AttemptsContext = Pick<
  ProxyContext,
  'gateway' | 'orderIds' | 'notesOrderIds' | 'config' | 'log' | 'signer' | 'registered' | 'paymentMeter'
>

/** Most attempts of one order, failed ones included. */
const MAX_ATTEMPTS = 20

export const numberAt = (orderNumber: string, index: number): string =>
  index === 0 ? orderNumber : `${orderNumber}-${index + 1}`

/** Whether the number of the attempt at that index has a length that the gateway takes; the order's own is as it was given. */
const fits = ({ config }: Pick<ProxyContext, 'config'>, orderNumber: string, index: number): boolean =>
  index === 0 || numberAt(orderNumber, index).length <= config.gateway.profile.orderNumberLength

/** The order of which a number has the form of a later attempt, the reverse of {@link numberAt}. */
export function orderOfLaterAttempt(number: string): string | undefined {
  const [, orderNumber, ordinal] = /^(.+)-([1-9]\d*)$/.exec(number) ?? []
  return Number(ordinal) >= 2 && Number(ordinal) <= MAX_ATTEMPTS ? orderNumber : undefined
}

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
  while (attempts.length < MAX_ATTEMPTS && (!attempts.length || isClosed(attempts.at(-1)!))) {
    if (!fits(proxy, orderNumber, attempts.length)) break
    const number = numberAt(orderNumber, attempts.length)
    const attempt = attemptIn(proxy, number, await readStatus(proxy, number))
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
function ofOther({ log }: AttemptsContext, attempt: OrderAttempt, orderNumber: string): Refused {
  log.error({
    order: orderNumber,
    code: 'order_refused',
    message: 'the number is that of another order, or of its try',
  })
  return new Refused(
    'order_refused',
    `The gateway has ${attempt.number} for another order. A number that ends in -2 to -${MAX_ATTEMPTS} is a later try of the one before.`,
  )
}

/** A shared read, for callers that send nothing: the calls made during a read share the next one. */
export const readAttemptsShared = sharedBy(readAttempts)

export const isOpen = ({ status }: OrderAttempt): boolean => status.orderStatus === orderStatus.registered

export const isClosed = ({ status }: OrderAttempt): boolean => status.orderStatus === orderStatus.declined

/** Characters of an orderId (online gateway 4.1). */
const LONGEST_ID = 36

/** Reads one order by its number; `undefined` when the gateway has none of that number. */
export async function readAttempt(proxy: AttemptsContext, number: string): Promise<OrderAttempt | undefined> {
  return attemptIn(proxy, number, await readStatus(proxy, number))
}

function attemptIn(
  proxy: AttemptsContext,
  number: string,
  result: GatewayResult<OrderState>,
): OrderAttempt | undefined {
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
    throw new Refused('gateway_unreachable', 'The gateway does not return identifier, number and amount of the order.')
  const { orderStatusAliases: aliases } = proxy.config.gateway.profile
  const orderStatus = aliases[String(status.orderStatus)] ?? status.orderStatus
  return { number, orderId, status: { ...status, currency: currencyIn(proxy, status), orderStatus } }
}

export const readAttemptShared = sharedBy(readAttempt)

/** Numbers that are remembered; the payer of a forgotten one has to wait, and only soon after a restart. */
const MAX_REMEMBERED_NUMBERS = 10_000

/**
 * Begins a registration; the returned function is called when the gateway has registered the number. It records the
 * number here, and where processes share the locks, there: the locks of all its payments are known.
 */
export function beginRegistration(
  { registered, locks, clock, config }: Pick<ProxyContext, 'registered' | 'locks' | 'clock' | 'config'>,
  number: string,
  sum?: Sum,
): () => Promise<void> {
  const [steady, since] = [steadyOf(clock), stopwatch(clock)]
  return async () => {
    registered.set(number, { at: steady, sum: sum && sumOf(sum) })
    if (registered.size > MAX_REMEMBERED_NUMBERS) registered.delete(registered.keys().next().value!)
    // The record is read only while the store is younger than a lock's time to live.
    if (!locks.registrations || (locks.remembersFor?.() ?? Infinity) >= config.lockTtlMs) return
    await locks.registrations.note(number, since(), config.lockTtlMs).catch(() => {}) // without a record the payment waits for a lock's time to live
  }
}

/** The answer says nothing about the requested order, so the read may be retried. */
function mixedUp({ log }: Pick<ProxyContext, 'log'>, order: string): Refused {
  log.error({ order, code: 'order_mismatch', message: 'the answer is about another order' })
  return new Refused('gateway_unreachable', 'The gateway answered about another order.')
}

/**
 * Number of attempts that the issuer or the shopper ended; one that only expired, had another amount, or was declined
 * before any card was tried does not count.
 */
export const triesIn = (attempts: readonly OrderAttempt[], ticket: Ticket): number =>
  attempts.filter((attempt) => isClosed(attempt) && !differenceIn(attempt.status, ticket) && !isUntried(attempt)).length

const withoutPayment: ReadonlySet<number | undefined> = new Set([
  actionCode.sessionExpired,
  actionCode.declinedByMerchant,
])

/** Whether an attempt may be charged while a request for it is in progress: it is open, or was closed by no payment. */
export const isUndecided = ({ status: { orderStatus: status, actionCode: code } }: OrderAttempt): boolean =>
  status === orderStatus.registered || (status === orderStatus.declined && withoutPayment.has(code))

function isUntried({ status: { actionCode: code, cardAuthInfo } }: OrderAttempt): boolean {
  if (code === actionCode.sessionExpired) return true
  return code === actionCode.declinedByMerchant && (cardAuthInfo?.maskedPan ?? cardAuthInfo?.pan) === undefined
}

/** Whether one more attempt may be registered after these; a card counts only once the gateway has returned it. */
export function mayTryAgain(
  proxy: Pick<ProxyContext, 'config'>,
  attempts: readonly OrderAttempt[],
  ticket: Ticket,
): boolean {
  const { limits } = proxy.config
  if (!fits(proxy, ticket.orderNumber, attempts.length)) return false
  if (attempts.length >= MAX_ATTEMPTS || triesIn(attempts, ticket) >= limits.tries) return false
  return isByOperator(ticket) || cardsIn(attempts) < limits.cards
}

/** Number of different cards in the failed attempts. */
const cardsIn = (attempts: readonly OrderAttempt[]): number => new Set(attempts.filter(isClosed).flatMap(cardIn)).size

function cardIn({ status: { cardAuthInfo } }: OrderAttempt): string[] {
  const { maskedPan, pan = maskedPan, expiration } = cardAuthInfo ?? {}
  return pan === undefined ? [] : [`${pan} ${expiration}`]
}
