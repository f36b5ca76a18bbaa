import type { Clock } from '#contract/ports.ts'
import type { Scenario } from '#sandbox/scenario/scenario.ts'

/** A delivery that has not begun. */
type Delivery = () => Promise<void>

/** How the switch lets callbacks go; `about` names what they are about, such as an order. */
export type Manners = Readonly<Record<Scenario['callbacks'], (delivery: Delivery, about: string) => void>>

/** The longest that a callback is held for the next one to overtake it. */
const OVERTAKEN_WITHIN = 10_000

/** Deliveries must not reject. */
export function buildManners(clock: Clock, closing: AbortSignal): Manners {
  const held = new Map<string, Delivery>()
  return {
    sent: (delivery) => void delivery(),
    never: () => {},
    duplicated: (delivery) => void delivery().then(delivery),
    reordered(delivery, about) {
      const earlier = held.get(about)
      if (earlier) {
        held.delete(about)
        return void delivery().then(earlier)
      }
      held.set(about, delivery)
      const release = (): void => {
        if (held.get(about) !== delivery) return
        held.delete(about)
        void delivery()
      }
      clock.sleep(OVERTAKEN_WITHIN, closing).then(release, () => held.delete(about))
    },
  }
}
