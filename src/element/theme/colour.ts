/** A computed colour, such as `rgb(51, 102, 255)` or `color(srgb 0.2 0.4 1)`, as `#3366ff`; `undefined` unless opaque. */
export function hexOf(color: string): string | undefined {
  const found = /^(?:rgb\(([\d.]+), ([\d.]+), ([\d.]+)\)|color\(srgb ([-.\de]+) ([-.\de]+) ([-.\de]+)\))$/.exec(color)
  if (!found) return undefined
  const [, red, green, blue, ...shares] = found
  const bytes = red === undefined ? shares.map((share) => Number(share) * 255) : [red, green, blue].map(Number)
  return `#${bytes
    .map((byte) =>
      Math.round(Math.min(255, Math.max(0, byte)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
