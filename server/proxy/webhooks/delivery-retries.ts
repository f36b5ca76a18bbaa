import type { Clock } from '#contract/ports.ts'
import { serially } from '../locks/serialize-by-key.ts'

/** A delivery: `redeliver` repeats it where it failed. Those with the same `serial` run one at a time. */
export interface Delivery {
  readonly serial: string
  /** While one delivery of a key is repeated, another is not. */
  readonly key: string
  act(): Promise<boolean>
  redeliver(): Promise<boolean>
}

/** Repeats deliveries that failed a few times in the background. */
export interface DeliveryRetries {
  /** Whether it was delivered at once; never rejects. */
  run(delivery: Delivery): Promise<boolean>
  /** Has `close` wait for work. */
  track<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Milliseconds before each retry of an event that was not accepted, until the gateway repeats its callback. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000, 12_000]

export function buildDeliveryRetries(clock: Clock): DeliveryRetries {
  const undelivered = new Set<string>()
  const closing = new AbortController()
  const working = new Set<Promise<unknown>>()
  const inOrder = serially()
  const track = <T>(work: Promise<T>): Promise<T> => {
    working.add(work)
    const forget = (): void => void working.delete(work)
    work.then(forget, forget)
    return work
  }
  const retry = async ({ serial, key, redeliver }: Delivery): Promise<void> => {
    for (const wait of RETRY_DELAYS) {
      if (!(await waited(clock, wait, closing.signal)) || !undelivered.has(key)) return
      if (await inOrder(serial, redeliver).catch(() => false)) return
    }
  }
  const schedule = (delivery: Delivery): void => {
    if (undelivered.has(delivery.key)) return
    undelivered.add(delivery.key)
    void track(retry(delivery).finally(() => undelivered.delete(delivery.key)))
  }
  return {
    run: (delivery) =>
      inOrder(delivery.serial, async () => {
        const isDelivered = await delivery.act().catch(() => false)
        if (isDelivered) undelivered.delete(delivery.key)
        else schedule(delivery)
        return isDelivered
      }),
    track,
    async close() {
      closing.abort()
      while (working.size) await Promise.allSettled(working)
    },
  }
}

/** False when the webhooks close first. */
const waited = (clock: Clock, ms: number, closing: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, closing).then(
    () => true,
    () => false,
  )
