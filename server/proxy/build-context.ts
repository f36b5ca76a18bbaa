import { memoryCounters } from './card-testing/counters.ts'
import { followsOrders, type ProxyConfig } from './config/config.ts'
import { memoryAuthentications } from './external-three-ds/authentication-store.ts'
import { openGateway } from './gateway/open-gateway.ts'
import { checkStore } from './gateway/readiness.ts'
import { logOnly, type Log } from './http/log.ts'
import type { ProxyContext } from './proxy-context.ts'
import type { ProxyPorts } from './proxy-options.ts'
import { memoryCodes } from './store/code-memory.ts'
import { formUrlsIn } from './store/form-urls.ts'
import { LimitedMap } from './store/limited-map.ts'
import { knownOrderIds } from './store/order-ids.ts'
import { memoryRefunds } from './store/refund-memory.ts'
import { buildSigner } from './tickets/signatures.ts'
import { buildCardRecord } from './webhooks/card-record.ts'
import { currentEvent, listedCard } from './webhooks/read-event.ts'
import type { LockStore } from './locks/lock-store.ts'
import type { ReadEvent } from './webhooks/event.ts'
import type { ReadTimes } from './webhooks/follow-up.ts'
import { buildOrderFollower, noOrderFollower } from './webhooks/order-follower.ts'
import { memoryQueues } from './webhooks/job-queue.ts'
import { webhookSender } from './webhooks/send-event.ts'
import { buildEventDelivery, noEventDelivery, type EventDelivery } from './webhooks/event-delivery.ts'

/** Numbers that this process remembers; the payer of a forgotten one has to wait, and only soon after a restart. */
const MAX_NUMBERS = 10_000

/** Opens what all modules of the proxy share: the gateway, the stores, the signer, the log and the webhooks. */
export function buildContext(config: ProxyConfig, ports: ProxyPorts): ProxyContext {
  const { clock, random, fetch, journal, logger, locks, appleFetch, paymentMeter } = ports
  const { counters = memoryCounters(clock), queues = memoryQueues, onGatewayCall: onCall } = ports
  const log = logOnly(logger)
  const { gateway, gatewayCheck } = openGateway(config, { clock, fetch, journal, log, onCall })
  const webhooks = webhooksOf(config, ports, log, () => proxy)
  const follower = followsOrders(config)
    ? buildOrderFollower({ clock, random, log, webhooks, queues, times: readTimesOf(config, locks) })
    : noOrderFollower
  const signer = buildSigner(config.signingSecret, config.olderSigningSecrets)
  const proxy: ProxyContext = {
    config,
    clock,
    random,
    journal,
    log,
    locks,
    counters,
    gateway,
    checks: [gatewayCheck, ...[locks, webhooks, follower].map((store) => checkStore(store, clock))],
    signer,
    webhooks,
    follower,
    registered: new LimitedMap(MAX_NUMBERS),
    orderIds: knownOrderIds(locks.orderIds),
    notesOrderIds: config.gateway.profile.lacksOrderId ?? false,
    refunds: locks.refunds ?? memoryRefunds(),
    codes: locks.codes ?? memoryCodes(clock),
    codeStates: new LimitedMap(MAX_NUMBERS),
    formUrls: formUrlsIn(ports.authentications ?? memoryAuthentications(clock), signer),
    ...(appleFetch && { appleFetch }),
    ...(paymentMeter && { paymentMeter }),
  }
  return proxy
}

const readTimesOf = ({ lockTtlMs, gateway }: ProxyConfig, locks: LockStore): ReadTimes => ({
  lockTtlMs,
  remembersFor: () => locks.remembersFor?.() ?? Infinity,
  isSoon: gateway.profile.acknowledges === true,
})

function webhooksOf({ webhook }: ProxyConfig, ports: ProxyPorts, log: Log, proxy: () => ProxyContext): EventDelivery {
  if (!webhook) return noEventDelivery
  const read: ReadEvent = (event) => currentEvent(proxy(), event)
  const { clock, random, journal, locks, fetch, webhookFetch = fetch, queues = memoryQueues, onEvent } = ports
  const send = webhookSender(webhook, webhookFetch, clock)
  const cards = buildCardRecord({ clock, locks, list: (card) => listedCard(proxy(), card) })
  return buildEventDelivery({ clock, random, journal, log, send, read, cards, queues, onEvent })
}
