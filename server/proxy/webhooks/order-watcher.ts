import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { isFinal } from '#contract/outcome.ts'
import { lineOf } from '../http/log.ts'
import { isOrderUnknown } from '../orders/order.ts'
import { readToReport } from '../orders/read/for-merchant.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { buildBackground } from '../store/background.ts'
import { isHeldBack } from './read-event.ts'
import type { Finding } from './follow-up.ts'
import { oneAtATimeByKey } from '../store/one-at-a-time.ts'
import { LimitedMap } from '../store/limited-map.ts'
import { throttled } from '../store/throttle.ts'

/** Handles hints that an order may have changed; whatever their source, only the gateway's status decides. */
export interface OrderWatcher {
  /** Reads the order and notifies the merchant of its state; false when that did not succeed. Never rejects. */
  check(orderNumber: string): Promise<boolean>
  /** Reads the order and notifies the merchant of its state, and returns what was read. Never rejects. */
  find(orderNumber: string): Promise<Finding>
  /** Checks an order in the background after an outcome was sent to a shopper, once per state that was delivered. */
  afterOutcome(outcome: Outcome): void
  /** Starts the reads that wait for their interval; resolves when no read or delivery is in progress. */
  close(): Promise<void>
}

/** Most delivered outcomes that are remembered, so that they are not checked again. */
const MAX_REMEMBERED_OUTCOMES = 10_000

/** Milliseconds between two reads of one order for hints: a flood of them costs the gateway one read a second. */
export const READ_INTERVAL = 1000

export function buildOrderWatcher(proxy: ProxyContext): OrderWatcher {
  const done = new LimitedMap<string, true>(MAX_REMEMBERED_OUTCOMES)
  const background = buildBackground(proxy.clock)
  const throttle = throttled(proxy.clock, READ_INTERVAL, background.closing)
  const read = oneAtATimeByKey(async (orderNumber) => {
    await throttle(orderNumber)
    return readAndDeliver(proxy, orderNumber)
  })
  const find = (orderNumber: string): Promise<Finding> => background.track(read(orderNumber))
  const check = async (orderNumber: string): Promise<boolean> => {
    const { state, isNotified } = await find(orderNumber)
    return state !== 'unknown' && isNotified
  }
  return {
    check,
    find,
    afterOutcome({ state, orderNumber, orderId }) {
      const key = [orderNumber, orderId, state].join('\n')
      if (!isFinal(state) || orderId === undefined || done.has(key)) return
      void check(orderNumber).then((isDelivered) => isDelivered && done.set(key, true))
    },
    close: () => background.close(),
  }
}

async function readAndDeliver(proxy: ProxyContext, order: string): Promise<Finding> {
  try {
    const reading = await readToReport(proxy, order)
    const { state } = reading.order
    // A state that cannot be sent yet is sent when the gateway repeats its callback.
    const isNotified = !isHeldBack(reading) && (await proxy.webhooks.deliver(reading.order))
    proxy.log.info({ op: 'webhook', order, state })
    return { state, isNotified }
  } catch (error) {
    proxy.log.error({ op: 'webhook', order, ...(error instanceof ProxyError ? { code: error.code } : lineOf(error)) })
    return isOrderUnknown(error) ? { state: 'unknown', isNotified: true } : { isNotified: false }
  }
}
