/** The value below which this share of the values lies, interpolated between its neighbours; null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}

export const medianOf = (values: readonly number[]): number | null => quantile(values, 0.5)

/**
 * The order of each round: every item once, the rounds rotated and every other one reversed, so that none always comes
 * first or after the same one.
 */
export const interleaved = <T>(items: readonly T[], rounds: number): readonly (readonly T[])[] =>
  Array.from({ length: rounds }, (_, round) => {
    const at = Math.floor(round / 2) % (items.length || 1)
    const rotated = [...items.slice(at), ...items.slice(0, at)]
    return round % 2 ? rotated.toReversed() : rotated
  })
