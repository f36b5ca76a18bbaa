import { isByOperator } from '#contract/methods/methods.ts'
import { actionCode } from '#server-contract/gateway/action-codes.ts'
import { orderStatus, type OrderState } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { differingField } from './comparison.ts'
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

/** Most attempts of one order, failed ones included. */
export const MAX_ATTEMPTS = 20

export const numberAt = (orderNumber: string, index: number): string =>
  index === 0 ? orderNumber : `${orderNumber}-${index + 1}`

/** Whether there may be an attempt at that index: the gateway takes its number, unless the order's own is too long. */
export const mayExist = ({ config }: Pick<ProxyContext, 'config'>, orderNumber: string, index: number): boolean =>
  index === 0 ||
  (index < MAX_ATTEMPTS && numberAt(orderNumber, index).length <= config.gateway.profile.orderNumberLength)

/** The order of which a number has the form of a later attempt, the reverse of {@link numberAt}. */
export function orderOfLaterAttempt(number: string): string | undefined {
  const [, orderNumber, ordinal] = /^(.+)-([1-9]\d*)$/.exec(number) ?? []
  return Number(ordinal) >= 2 && Number(ordinal) <= MAX_ATTEMPTS ? orderNumber : undefined
}

export const isOpen = ({ status }: OrderAttempt): boolean => status.orderStatus === orderStatus.registered

export const isClosed = ({ status }: OrderAttempt): boolean => status.orderStatus === orderStatus.declined

/**
 * Number of attempts that the issuer or the shopper ended; one that only expired, had another amount, or was declined
 * before any card was tried does not count.
 */
export const countedAttempts = (attempts: readonly OrderAttempt[], ticket: Ticket): number =>
  attempts.filter((attempt) => isClosed(attempt) && !differingField(attempt.status, ticket) && !isUntried(attempt))
    .length

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
  if (!mayExist(proxy, ticket.orderNumber, attempts.length) || countedAttempts(attempts, ticket) >= limits.tries)
    return false
  return isByOperator(ticket) || cardsIn(attempts) < limits.cards
}

/** Number of different cards in the failed attempts. */
const cardsIn = (attempts: readonly OrderAttempt[]): number => new Set(attempts.filter(isClosed).flatMap(cardIn)).size

function cardIn({ status: { cardAuthInfo } }: OrderAttempt): string[] {
  const { maskedPan, pan = maskedPan, expiration } = cardAuthInfo ?? {}
  return pan === undefined ? [] : [`${pan} ${expiration}`]
}
