/**
 * Reports the height of the content whenever it changes. Called with a new message it reports also where this takes blank
 * room, so that the content is as high as before.
 */
export function watchHeight(
  { body }: Document,
  signal: AbortSignal,
  resized: (height: number, message?: number) => void,
): (message?: Element | null) => void {
  let height = -1
  const report = (message?: Element | null): void => {
    const now = roundedUp(body, 'height')
    if (now === height && !message) return
    height = now
    resized(height, message ? roundedUp(message, 'top') : undefined)
  }
  const observer = new ResizeObserver(() => report())
  observer.observe(body)
  signal.addEventListener('abort', () => observer.disconnect())
  return report
}

/** In CSS pixels, rounded up to a multiple of 4. */
const roundedUp = (element: Element, side: 'height' | 'top'): number =>
  Math.ceil(element.getBoundingClientRect()[side] / 4) * 4
