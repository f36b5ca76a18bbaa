import { Refused } from '#contract/faults.ts'
import { orderStatus, type OrderState } from '#contract/gateway/orders.ts'
import type { Ticket } from '#contract/ticket.ts'
import { steadyOf } from '#ports/steady.ts'
import { unusable } from '../gateway/gateway-fault.ts'
import { serialized } from '../locks/serialize-by-key.ts'
import { orderIn } from './order-terms.ts'
import type { ProxyContext } from '../proxy-context.ts'

/**
 * One try to pay the ticket's order. The gateway registers a number once, so that tries are numbered `N`, `N-2`, `N-3`…;
 * the next is registered only when the one before is closed for good, which leaves no gaps.
 */
export interface OrderAttempt {
  readonly number: string
  readonly orderId: string
  readonly status: OrderState
}

/** Numbers of one order, tries that came to nothing included. */
const MOST_LINKS = 20

export const numberAt = (orderNumber: string, index: number): string =>
  index === 0 ? orderNumber : `${orderNumber}-${index + 1}`

/** Reads the tries of an order in their order; the last is the current one. */
export async function readAttempts(proxy: ProxyContext, orderNumber: string): Promise<readonly OrderAttempt[]> {
  const attempts: OrderAttempt[] = []
  while (attempts.length < MOST_LINKS && (!attempts.length || isClosed(attempts.at(-1)!))) {
    const attempt = await readAttempt(proxy, numberAt(orderNumber, attempts.length))
    if (!attempt) break
    demandOwn(proxy, attempt, orderNumber)
    attempts.push(attempt)
  }
  return attempts
}

/** A number such as `A-17-2` may be a later try of `A-17`, or an order of that name: one must not be taken for the other. */
function demandOwn(proxy: ProxyContext, attempt: OrderAttempt, orderNumber: string): void {
  const registeredFor = orderIn(proxy, attempt)
  if (registeredFor === undefined || registeredFor === orderNumber) return
  proxy.log.error({
    order: orderNumber,
    code: 'order_refused',
    state: 'the number is that of another order, or of its try',
  })
  throw new Refused(
    'order_refused',
    `The gateway has ${attempt.number} for another order. A number that ends in -2 to -${MOST_LINKS} is a later try of the one before.`,
  )
}

/** A read for those who only look: whoever asks while one is running shares the one that begins after it. */
function shared<T>(read: (proxy: ProxyContext, number: string) => Promise<T>): typeof read {
  const sharing = new WeakMap<ProxyContext, (number: string) => Promise<T>>()
  return (proxy, number) => {
    const turns = sharing.get(proxy) ?? serialized((one: string) => read(proxy, one))
    sharing.set(proxy, turns)
    return turns(number)
  }
}

export const readAttemptsShared = shared(readAttempts)

export const isOpen = ({ status }: OrderAttempt): boolean => status.orderStatus === orderStatus.registered

export const isClosed = ({ status }: OrderAttempt): boolean => status.orderStatus === orderStatus.declined

const NOT_FOUND = 6

/** Characters of an orderId (online gateway 4.1). */
const LONGEST_ID = 36

/** Reads one order by its number; `undefined` when the gateway has none of that number. */
export async function readAttempt(proxy: ProxyContext, number: string): Promise<OrderAttempt | undefined> {
  const result = await proxy.gateway.getOrderStatusExtended({ orderNumber: number })
  if (result.kind === 'refused' && result.errorCode === NOT_FOUND) return undefined
  if (result.kind !== 'answered') throw unusable(result)
  const { answer } = result
  const orderId = answer.attributes?.find(({ name }) => name === 'mdOrder')?.value
  if (!orderId || orderId.length > LONGEST_ID || answer.orderNumber === undefined || answer.amount === undefined)
    throw new Refused('gateway_unreachable', 'The gateway does not tell identifier, number and amount of the order.')
  if (answer.orderNumber !== number) throw mixedUp(proxy, number)
  return { number, orderId, status: answer }
}

export const readAttemptShared = shared(readAttempt)

/** Numbers that are remembered; a forgotten one costs its payer a wait, and only soon after a restart. */
const REMEMBERED = 10_000

/**
 * Begins a registration; what it returns is called when the gateway has registered the number: whatever pays it from now
 * on is known here, and where others share the locks, there.
 */
export function beginRegistration(
  { registered, locks, clock, config }: Pick<ProxyContext, 'registered' | 'locks' | 'clock' | 'config'>,
  number: string,
): () => Promise<void> {
  const [begun, steady] = [clock.now(), steadyOf(clock)]
  return async () => {
    registered.set(number, steady)
    if (registered.size > REMEMBERED) registered.delete(registered.keys().next().value!)
    // Only a memory that began within a lock's time to live is asked.
    if (!locks.registrations || (locks.remembersFor?.() ?? Infinity) >= config.lockTtlMs) return
    // A steady clock may stand still while the machine is suspended.
    const ago = Math.max(steadyOf(clock) - steady, clock.now() - begun)
    await locks.registrations.note(number, ago, config.lockTtlMs).catch(() => {}) // without a note the payment waits for a lock's time to live
  }
}

/** Says nothing about the order that was asked for, and so may be asked again. */
function mixedUp({ log }: ProxyContext, order: string): Refused {
  log.error({ order, code: 'order_mismatch', message: 'the answer is about another order' })
  return new Refused('gateway_unreachable', 'The gateway answered about another order.')
}

/** Whether the gateway holds the try with the ticket's own amount and currency (which it need not tell). */
export const agrees = ({ status }: OrderAttempt, { amount, currency }: Ticket): boolean =>
  status.amount === amount && (status.currency ?? currency) === currency

/**
 * Tries that the issuer or the shopper ended; an order that only ran out of time, was of another amount, or was declined
 * before any card was tried is none.
 */
export const triesIn = (attempts: readonly OrderAttempt[], ticket: Ticket): number =>
  attempts.filter((attempt) => isClosed(attempt) && agrees(attempt, ticket) && !isUntried(attempt)).length

const EXPIRED = -2007
const DECLINED_BY_MERCHANT = 4005

const withoutPayment: ReadonlySet<number | undefined> = new Set([EXPIRED, DECLINED_BY_MERCHANT])

/** Whether a try may be charged while a request for it is under way: it is open, or what closed it was no payment. */
export const isUndecided = ({ status: { orderStatus: status, actionCode } }: OrderAttempt): boolean =>
  status === orderStatus.registered || (status === orderStatus.declined && withoutPayment.has(actionCode))

function isUntried({ status: { actionCode, cardAuthInfo } }: OrderAttempt): boolean {
  if (actionCode === EXPIRED) return true
  return actionCode === DECLINED_BY_MERCHANT && (cardAuthInfo?.maskedPan ?? cardAuthInfo?.pan) === undefined
}

/** Whether one more try may be registered after these; a card can be counted only when the gateway has shown it. */
export function mayTryAgain(
  { config: { limits } }: ProxyContext,
  attempts: readonly OrderAttempt[],
  ticket: Ticket,
): boolean {
  if (attempts.length >= MOST_LINKS || triesIn(attempts, ticket) >= limits.tries) return false
  return ticket.channel === 'moto' || cardsIn(attempts) < limits.cards
}

/** Different cards that were tried and came to nothing. */
const cardsIn = (attempts: readonly OrderAttempt[]): number => new Set(attempts.filter(isClosed).flatMap(cardIn)).size

function cardIn({ status: { cardAuthInfo } }: OrderAttempt): string[] {
  const { maskedPan, pan = maskedPan, expiration } = cardAuthInfo ?? {}
  return pan === undefined ? [] : [`${pan} ${expiration}`]
}
