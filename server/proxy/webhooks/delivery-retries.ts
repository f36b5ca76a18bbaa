import type { Background } from '../store/background.ts'

/** A delivery: `redeliver` repeats it where it failed. Those with the same `serial` run one at a time. */
export interface Delivery {
  readonly serial: string
  /** While one delivery of a key is repeated, another is not. */
  readonly key: string
  /** The order that it is about, for the log. */
  readonly order: string | undefined
  act(): Promise<boolean>
  redeliver(): Promise<boolean>
}

/** Runs a delivery, and repeats it a few times in the background where it failed; false where it was not delivered at once. */
export type RunDelivery = (delivery: Delivery) => Promise<boolean>

/** Milliseconds before each retry of an event that was not accepted, until the gateway repeats its callback. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000, 12_000]

/** `giveUp` is called with the order of a delivery whose last repetition has failed. */
export function buildDeliveryRetries(background: Background, giveUp: (order: string | undefined) => void): RunDelivery {
  const undelivered = new Set<string>()
  const retry = async ({ serial, key, order, redeliver }: Delivery): Promise<void> => {
    for (const wait of RETRY_DELAYS) {
      if (!(await background.pause(wait)) || !undelivered.has(key)) return
      if (await background.queue(serial, redeliver).catch(() => false)) return
    }
    giveUp(order)
  }
  const schedule = (delivery: Delivery): void => {
    if (undelivered.has(delivery.key)) return
    undelivered.add(delivery.key)
    void background.track(retry(delivery).finally(() => undelivered.delete(delivery.key)))
  }
  return (delivery) =>
    background.queue(delivery.serial, async () => {
      const isDelivered = await delivery.act().catch(() => false)
      if (isDelivered) undelivered.delete(delivery.key)
      else schedule(delivery)
      return isDelivered
    })
}
