import { campaign } from '../campaign.ts'
import { mutants } from './mutants.ts'
import { planOf } from '../plan.ts'
import { story } from '../shrink.ts'
import type { Stack } from '../stack.ts'

/** A mutant, and the seeds within which it must be caught. */
export interface Hunt {
  readonly name: string
  readonly first: number
  readonly within: number
}

/** Around the seed where each was first caught. */
export const hunts: readonly Hunt[] = [
  { name: 'retry on time-out', first: 1, within: 20 },
  { name: 'retry of a wallet', first: 1, within: 20 },
  { name: 'retry of a mail order', first: 1, within: 20 },
  { name: 'no lock', first: 1, within: 80 },
  { name: 'lock not atomic', first: 640, within: 80 },
  { name: 'store down, go on', first: 1, within: 80 },
  { name: 'lock released too early', first: 80, within: 80 },
  { name: 'lock too short', first: 300, within: 80 },
  { name: 'reset is not delivered', first: 1, within: 80 },
  { name: '400 is not processed', first: 1, within: 80 },
  { name: '5xx is not processed', first: 1, within: 80 },
  { name: '429 is not processed', first: 1, within: 80 },
  { name: 'trusts an empty memory', first: 10, within: 80 },
  { name: 'trusts an empty memory of a wallet', first: 1, within: 40 },
  { name: 'trusts an empty memory of a mail order', first: 1, within: 60 },
  { name: 'paid is read as open', first: 1, within: 20 },
  { name: "trusts the gateway's clock", first: 60, within: 80 },
  { name: 'locks end by a clock that is set', first: 1, within: 40 },
  { name: 'a request may come again', first: 50, within: 80 },
  { name: 'amount not compared', first: 1, within: 40 },
  { name: 'terms not compared', first: 1, within: 80 },
  { name: 'believes callbacks', first: 1, within: 60 },
  { name: 'answers callbacks at once', first: 1, within: 40 },
  { name: 'webhook sends its snapshot', first: 1, within: 80 },
  { name: 'refund says nothing charged', first: 1, within: 80 },
  { name: 'expiry says declined', first: 1, within: 20 },
  { name: 'no follow-up of pending', first: 1, within: 80 },
  { name: 'paid can go back', first: 860, within: 80 },
  { name: 'code without a lock', first: 1, within: 40 },
  { name: 'page given up without a decline', first: 1, within: 40 },
  { name: 'back without taking back', first: 1, within: 40 },
  { name: 'believes a reject', first: 1, within: 40 },
  { name: 'lost question ends a code', first: 1, within: 80 },
  { name: 'capture without a lock', first: 1, within: 40 },
  { name: 'retry of a capture', first: 1, within: 80 },
  { name: 'reversal sent again', first: 1, within: 80 },
  { name: 'cancellation forgotten', first: 1, within: 40 },
  { name: 'cancellation forgotten by a wallet', first: 1, within: 20 },
  { name: 'cancellation forgotten by a mail order', first: 1, within: 20 },
  { name: "cancellation without the payment's lock", first: 1, within: 80 },
]

/** The first seed from `first` on at which a mutant is caught by a hostile gateway; `undefined` when it is not. */
export async function caught(stack: Stack, name: string, first: number, within: number): Promise<number | undefined> {
  let seed: number | undefined
  const broken = ({ plan }: { plan: { seed: number } }): false => {
    seed = plan.seed
    return false
  }
  await campaign(stack, { first, count: within, gateway: 'hostile', mutant: mutants[name]!, broken })
  return seed
}

/** How many of these seeds had another course when they were played again. */
export async function repeatedOtherwise(stack: Stack, first: number, count: number): Promise<number> {
  const report = async (seed: number): Promise<string> =>
    story(await stack.play(planOf(seed, seed % 2 ? 'hostile' : 'spec'), { trace: true }))
  const seeds = Array.from({ length: count }, (_, at) => first + at)
  const stories: string[] = []
  for (const seed of seeds) stories.push(await report(seed))
  let others = 0
  for (const [at, seed] of seeds.entries()) if ((await report(seed)) !== stories[at]) others += 1
  return others
}
