import { mixed, readableOn } from '#contract/appearance/contrast.ts'
import { coloursOn, opaqueOn, type Colour } from './colour.ts'

/** What an eye sees behind an element. */
export interface Ground {
  /** Its colour, of a gradient the mean. */
  readonly color: string
  /** What the page draws there besides: a gradient may show through, while nothing is known of a picture. */
  readonly drawn: 'gradient' | 'picture' | undefined
}

/** An element of a checkout that inherits what the page sets, and shows nothing. */
export const probeIn = (checkout: Element): HTMLElement => checkout.shadowRoot!.querySelector('.page')!

/** An element and those around it in the tree that is shown, across shadow roots. */
export function* outwards(element: Element): Generator<Element> {
  for (let at: Element | undefined = element; at;) {
    yield at
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host
  }
}

const over = (below: string, [hex, share]: Colour): string => mixed(hex, below, share)

/** What an eye sees of a colour that lies over another one. */
export const seenOn = (checkout: Element, color: string, below: string): string =>
  coloursOn(probeIn(checkout), color).reduce(over, below)

const meanOf = (stops: readonly Colour[]): Colour =>
  stops.reduce(([hex, share], stop, at) => [over(hex, [stop[0], 1 / (at + 1)]), share + (stop[1] - share) / (at + 1)])

/** The colours around a checkout one over the other, down to the first that covers what is below, or the browser's own. */
export function groundBehind(checkout: Element): Ground {
  const probe = probeIn(checkout)
  const layers: Colour[] = []
  let drawn: Ground['drawn']
  for (const element of outwards(checkout)) {
    const { backgroundImage, backgroundColor } = getComputedStyle(element)
    const stops = coloursOn(probe, backgroundImage)
    if (stops.length) layers.push(meanOf(stops))
    layers.push(...coloursOn(probe, backgroundColor))
    if (backgroundImage !== 'none') drawn = backgroundImage.includes('url(') ? 'picture' : (drawn ?? 'gradient')
    if (drawn === 'picture' || layers.at(-1)?.[1] === 1) break
  }
  // The colours of a picture are unknown: the text on it says whether it is light or dark.
  const canvas =
    drawn === 'picture'
      ? readableOn(seenOn(checkout, getComputedStyle(checkout).color, '#808080'))
      : (opaqueOn(probe, 'Canvas') ?? '#ffffff') // where nothing is shown yet
  return { color: layers.reduceRight(over, canvas), drawn }
}
