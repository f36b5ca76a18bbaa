import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Clock } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import type { LockStore } from '../locks/lock-store.ts'
import { memoryQueues, type QueueCounts, type Queues } from '../webhooks/job-queue.ts'
import type { Registry } from './registry.ts'

/** The ports of a proxy that are metered. */
export interface Metered {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly webhookFetch?: Fetch
  readonly locks: LockStore
  readonly queues?: Queues
}

/** Where the ports write. */
export interface MeteredOptions {
  readonly registry: Registry
  /** Functions that are called before the values are read. */
  readonly atScrape: AtScrape[]
}

export type AtScrape = () => Promise<void> | void

/** The options with ports that count what passes through them. */
export function meteredOptions<Options extends Metered>(
  given: Options,
  { registry, atScrape }: MeteredOptions,
): Options {
  const { clock, fetch, webhookFetch = fetch, locks, queues = memoryQueues } = given
  return {
    ...given,
    fetch: meteredGateway(fetch, clock, registry),
    webhookFetch: meteredWebhooks(webhookFetch, clock, registry),
    locks: meteredLocks(locks, registry),
    queues: meteredQueues(queues, { registry, atScrape }),
  }
}

/** The gateway's operations as the client names them. */
const operations: ReadonlySet<string> = new Set(
  Object.values(gatewayApi).map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
)

function operationAt(url: string): string {
  const path = url.split('?', 1)[0]!
  const name = path.slice(path.lastIndexOf('/') + 1)
  return operations.has(name) ? name : 'other'
}

function meteredGateway(fetch: Fetch, clock: Clock, registry: Registry): Fetch {
  return async (url, settings) => {
    const begun = monotonicNow(clock)
    try {
      return await fetch(url, settings)
    } finally {
      const seconds = (monotonicNow(clock) - begun) / 1000
      registry.observe('tender_gateway_call_duration_seconds', seconds, { operation: operationAt(url) })
    }
  }
}

function meteredWebhooks(fetch: Fetch, clock: Clock, registry: Registry): Fetch {
  return async (url, settings) => {
    const begun = monotonicNow(clock)
    let result = 'failed'
    try {
      const response = await fetch(url, settings)
      result = response.ok ? 'delivered' : 'refused'
      return response
    } finally {
      registry.add('tender_webhook_deliveries_total', { result })
      registry.observe('tender_webhook_delivery_duration_seconds', (monotonicNow(clock) - begun) / 1000)
    }
  }
}

/** What a lock is for, by the beginning of its key; that of an order is the order's number. */
const lockKinds: readonly (readonly [beginning: string, kind: string])[] = [
  ['the request ', 'request'],
  ['the withdrawal ', 'request'],
  ['the next number ', 'registration'],
  ['token ', 'wallet_token'],
  ['the stored card ', 'webhook'],
  ['the webhook ', 'webhook'],
]

const kindOf = (key: string): string => lockKinds.find(([beginning]) => key.startsWith(beginning))?.[1] ?? 'order'

function meteredLocks(locks: LockStore, registry: Registry): LockStore {
  let age = Infinity
  /** A store that remembers a shorter time than before has lost its data in between. */
  const noteAge = (): void => {
    const now = locks.remembersFor?.() ?? Infinity
    if (age !== Infinity && now < age) registry.add('tender_lock_store_losses_total')
    age = now
  }
  return {
    ...locks,
    async take(key, nonce, lockTtlMs) {
      let result = 'failed'
      try {
        const isTaken = await locks.take(key, nonce, lockTtlMs)
        result = isTaken ? 'taken' : 'refused'
        noteAge()
        return isTaken
      } finally {
        registry.add('tender_locks_total', { kind: kindOf(key), result })
      }
    },
  }
}

/** Sets how many jobs wait. */
export function noteJobs(registry: Registry, jobs: QueueCounts): void {
  registry.set('tender_webhook_queue_jobs', jobs.pending, { state: 'pending' })
  registry.set('tender_webhook_queue_jobs', jobs.failed, { state: 'failed' })
}

const meteredQueues = (queues: Queues, { registry, atScrape }: MeteredOptions): Queues => ({
  isDurable: queues.isDurable,
  open(options) {
    const queue = queues.open(options)
    const { counts } = queue
    // A queue that is away shows its last counts.
    if (counts && options.name === 'webhooks')
      atScrape.push(() =>
        counts().then(
          (jobs) => noteJobs(registry, jobs),
          () => {},
        ),
      )
    return queue
  },
})
