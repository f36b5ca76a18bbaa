import { ProxyError } from '#contract/proxy-errors.ts'
import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { GatewayClient } from '#gateway-client/gateway-client.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { LockStore } from '../locks/lock-store.ts'
import { unusable } from './gateway-failure.ts'
import { keyIn } from './published-key.ts'
import { buildCheck, type Check, type CheckIntervals } from './check.ts'

/** Why the proxy can take no payment; `undefined` while it can. */
export type Reason = ProxyError | undefined

/** Milliseconds; at most two requests to the gateway in five seconds, or in two seconds while it cannot be used. */
const gatewayIntervals: CheckIntervals = { fresh: 5000, freshWhenUncertain: 2000, deadline: 1200 }
const storeIntervals: CheckIntervals = { fresh: 1000, freshWhenUncertain: 1000, deadline: 1200 }

/** Milliseconds for which a success of the gateway's check keeps the proxy ready. */
const REMEMBERED = 60_000

/** Milliseconds that the gateway has to answer a check. */
export const CHECK_TIMEOUT = 5000

/** An order number that no merchant uses; if one does, the order is only read. */
const UNKNOWN_NUMBER = 'tender-readyz-looks'

/** The orderId of no order, where orders are read by it alone. */
export const NO_ORDER = '00000000-0000-0000-0000-000000000000'

const isGood = (reason: Reason): boolean => reason === undefined

const unknown = new ProxyError('gateway_unreachable', 'The gateway has not answered yet.')

/** Asks for an order that does not exist, so that the answer shows only whether the credentials are accepted. */
export const readNoOrder = (once: GatewayClient, byId: boolean): Promise<GatewayResult<unknown>> =>
  once.getOrderStatusExtended(byId ? { orderId: NO_ORDER } : { orderNumber: UNKNOWN_NUMBER })

/**
 * Checks whether the gateway accepts the credentials and, where cards are typed in the page, returns its keys. `once` does not retry reads. A success counts
 * for a while, since all instances share the gateway: a short outage would take every one out of the balancer at once,
 * and with them the forms, the ways back from banks and the callbacks. An instance with wrong settings never had one.
 */
export const checkGateway = (
  once: GatewayClient,
  clock: Clock,
  { byId = false, needsKey = true }: { readonly byId?: boolean; readonly needsKey?: boolean } = {},
): Check<Reason> => {
  let workedAt = -Infinity
  const probe = async (): Promise<Reason> => {
    const refused = reasonIn(await readNoOrder(once, byId))
    const reason = refused ?? (needsKey ? reasonOf(keyIn(await once.sealingKeys({}))) : undefined)
    if (isGood(reason)) workedAt = monotonicNow(clock)
    return reason
  }
  const check = buildCheck(clock, gatewayIntervals, probe, { isGood, unknown })
  const ask = async (): Promise<Reason> => {
    const reason = await check.ask()
    return monotonicNow(clock) - workedAt < REMEMBERED ? undefined : reason
  }
  return { ...check, ask }
}

/** Checks whether what is in Redis works; what has no `check` always does. */
export const checkStore = ({ check }: { readonly check?: LockStore['check'] }, clock: Clock): Check<Reason> => {
  const away = new ProxyError('redis_unreachable')
  const probe = async (): Promise<Reason> =>
    check?.().then(
      () => undefined,
      (error: unknown) => (error instanceof ProxyError ? error : away),
    )
  return buildCheck(clock, storeIntervals, probe, { isGood, unknown: check && away })
}

const reasonOf = (key: ReturnType<typeof keyIn>): Reason => (key instanceof ProxyError ? key : undefined)

const reasonIn = (result: GatewayResult<unknown>): Reason =>
  result.kind === 'answered' || (result.kind === 'refused' && !result.error) ? undefined : unusable(result)
