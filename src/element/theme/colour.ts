/** A computed colour, such as `rgb(51, 102, 255)` or `color(srgb 0.2 0.4 1)`, as `#3366ff`; `undefined` unless opaque. */
export function hexOf(color: string): string | undefined {
  const found = /^(?:rgb\(([\d.]+), ([\d.]+), ([\d.]+)\)|color\(srgb ([-.\de]+) ([-.\de]+) ([-.\de]+)\))$/.exec(color)
  if (!found) return undefined
  const [, red, green, blue, ...shares] = found
  const parts = red ? [red, green, blue] : shares
  const bytes = Uint8ClampedArray.from(parts, (part) => Number(part) * (red ? 1 : 255))
  return `#${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
