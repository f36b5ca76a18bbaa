import { memoryCounters } from './card-testing/counters.ts'
import { followsOrders, type ProxyConfig } from './config/config.ts'
import { openGateway } from './gateway/open-gateway.ts'
import { checkStore } from './gateway/readiness.ts'
import { logOnly, type Log } from './http/log.ts'
import type { ProxyContext } from './proxy-context.ts'
import type { ProxyPorts } from './proxy-options.ts'
import { memoryCodes } from './store/code-memory.ts'
import { LimitedMap } from './store/limited-map.ts'
import { knownOrderIds } from './store/order-ids.ts'
import { memoryRefunds } from './store/refund-memory.ts'
import { buildSigner } from './tickets/signatures.ts'
import { buildCardRecord } from './webhooks/cards/card-record.ts'
import { listedCard } from './webhooks/cards/listed-card.ts'
import { currentEvent } from './webhooks/current-event.ts'
import type { ReadEvent } from './webhooks/event.ts'
import type { ReadTimes } from './webhooks/follow-up.ts'
import { memoryFollowUps } from './webhooks/follow-up-store.ts'
import { buildFollowUps, noFollowUps } from './webhooks/follow-ups.ts'
import { directOutbox } from './webhooks/outbox.ts'
import { webhookSender } from './webhooks/webhook.ts'
import { buildWebhooks, noWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** Numbers that this process remembers; the payer of a forgotten one has to wait, and only soon after a restart. */
const MAX_NUMBERS = 10_000

/** Opens what all modules of the proxy share: the gateway, the stores, the signer, the log and the webhooks. */
export function buildContext(config: ProxyConfig, ports: ProxyPorts): ProxyContext {
  const { clock, random, fetch, journal, logger, locks, appleFetch, paymentMeter } = ports
  const { counters = memoryCounters(clock), onGatewayCall: onCall } = ports
  const log = logOnly(logger)
  const { gateway, gatewayCheck } = openGateway(config, { clock, fetch, journal, log, onCall })
  const webhooks = webhooksOf(config, ports, log, () => proxy)
  const followUps = followsOrders(config)
    ? buildFollowUps({ clock, random, log, webhooks, times: readTimesOf(config) }, ports.followUps ?? memoryFollowUps)
    : noFollowUps
  const proxy: ProxyContext = {
    config,
    clock,
    random,
    journal,
    log,
    locks,
    counters,
    gateway,
    checks: [gatewayCheck, ...[locks, webhooks, followUps].map((store) => checkStore(store, clock))],
    signer: buildSigner(config.signingSecret, config.olderSigningSecrets),
    webhooks,
    followUps,
    registered: new LimitedMap(MAX_NUMBERS),
    orderIds: knownOrderIds(locks.orderIds),
    notesOrderIds: config.gateway.profile.lacksOrderId ?? false,
    refunds: locks.refunds ?? memoryRefunds(),
    codes: locks.codes ?? memoryCodes(clock),
    codeStates: new LimitedMap(MAX_NUMBERS),
    ...(appleFetch && { appleFetch }),
    ...(paymentMeter && { paymentMeter }),
  }
  return proxy
}

const readTimesOf = ({ lockTtlMs, gateway }: ProxyConfig): ReadTimes => ({
  lockTtlMs,
  isSoon: gateway.profile.acknowledges === true,
})

function webhooksOf({ webhook }: ProxyConfig, ports: ProxyPorts, log: Log, proxy: () => ProxyContext): Webhooks {
  if (!webhook) return noWebhooks
  const read: ReadEvent = (event) => currentEvent(proxy(), event)
  const { clock, random, journal, locks, fetch, webhookFetch = fetch, outbox = directOutbox } = ports
  const send = webhookSender(webhook, webhookFetch, clock)
  const cards = buildCardRecord({ clock, locks, list: (card) => listedCard(proxy(), card) })
  return buildWebhooks({ clock, random, journal, log, send, read, cards, outbox: outbox({ send, read, clock, log }) })
}
