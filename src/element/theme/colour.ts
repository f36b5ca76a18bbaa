/** A colour, and how much of it covers what is below, 0 to 1. */
export type Colour = readonly [hex: string, share: number]

/** The computed value of a `color-mix(in srgb)`, such as `color(srgb 0.2 0.4 1 / 0.5)`; none for any other. */
export function parsed(computed: string): readonly Colour[] {
  const [, channels, share = 1] = /^color\(srgb ([^/]+?)(?: \/ ([\d.]+))?\)$/.exec(computed) ?? []
  if (!channels) return []
  const bytes = Uint8ClampedArray.from(channels.split(' '), (part) => Number(part) * 255)
  return [[`#${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`, Number(share)]]
}

/**
 * The colours in a value of CSS in whatever notation, as the browser computes them on an element that shows nothing. A
 * name is a colour by itself.
 */
export const coloursOn = (probe: HTMLElement, value: string): readonly Colour[] =>
  (value.match(/(?<![\w-])[\w-]+\([^()]+\)|^\w+$/g) ?? []).flatMap((color) => {
    if (color === 'rgba(0, 0, 0, 0)') return [] // of most elements, which need no asking
    probe.style.backgroundColor = '' // which stays where it is no colour
    probe.style.backgroundColor = `color-mix(in srgb, ${color}, ${color})`
    return parsed(getComputedStyle(probe).backgroundColor)
  })

/** The first of the colours, as `#rrggbb`; `undefined` unless it is opaque. */
export function opaqueOn(probe: HTMLElement, value: string): string | undefined {
  const [[hex, share] = []] = coloursOn(probe, value)
  return share === 1 ? hex : undefined
}
