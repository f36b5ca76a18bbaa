import type { Merchant, MerchantReading } from './merchant-file.ts'

/** Who is served after a reading of all files, by name, and a sentence about everything that is wrong. */
export interface Settled {
  readonly merchants: ReadonlyMap<string, Merchant>
  readonly errors: readonly string[]
}

/**
 * Chooses what is served: each file's new state where it is right and claims nothing that another one has, and its last
 * good state otherwise. What is wrong in one file changes nothing for any other.
 */
export function settle(readings: readonly MerchantReading[], served: ReadonlyMap<string, Merchant>): Settled {
  const chosen = new Map<string, Merchant>()
  const errors: string[] = []
  const keepLast = (name: string): void => {
    const last = served.get(name)
    if (last) chosen.set(name, last)
    else chosen.delete(name)
  }
  for (const { name, merchant, errors: wrong } of readings) {
    errors.push(...(wrong ?? []))
    if (merchant) chosen.set(name, served.get(name)?.text === merchant.text ? served.get(name)! : merchant)
    else keepLast(name)
  }
  // A merchant that keeps its last state may claim what a third one has newly claimed, so that all are compared again.
  for (let isDone = false; !isDone;) {
    const refused = conflictsIn(
      [...chosen.values()].filter((one) => one !== served.get(one.name)),
      chosen,
    )
    for (const [name, sentence] of refused) {
      errors.push(sentence)
      keepLast(name)
    }
    isDone = !refused.length
  }
  return { merchants: chosen, errors }
}

/** The new states that claim what another merchant has, with a sentence about each. */
function conflictsIn(
  fresh: readonly Merchant[],
  chosen: ReadonlyMap<string, Merchant>,
): readonly (readonly [name: string, sentence: string])[] {
  const holders = new Map<string, string[]>()
  for (const { name, claims } of chosen.values())
    for (const key of claims.keys()) holders.set(key, [...(holders.get(key) ?? []), name])
  return fresh.flatMap(({ name, claims }) => {
    for (const [key, { at, rule }] of claims) {
      const other = holders.get(key)!.find((one) => one !== name)
      if (other !== undefined) return [[name, `${at} is also that of ${other}.env: ${rule}.`] as const]
    }
    return []
  })
}
