/** Milliseconds for which the button must have been in sight before a press counts. */
const SIGHT = 500

/** Milliseconds for which the frame must have had the focus before a key counts. */
const FOCUS = 300

/** The least part of the button that is in sight. */
const SHARE = 0.6

/** What only Chromium tells. */
type Seen = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Drops a press of the pay button that can hardly be meant: while something covers or disguises the button or did so a
 * moment ago, with a key just after the focus was led here, or with a key held down since before. Only Chromium tells
 * whether a button is covered, and it says so too of a page whose header merely lies over another part of the frame:
 * whoever types here, or presses once more after a pause, is therefore believed.
 */
export function dropUnmeant({ body }: Document): void {
  // Both by the clock of the events.
  let pressFrom = 0
  let keyFrom = 0
  const sight = new IntersectionObserver(
    (entries) => {
      const { isVisible, time } = entries.pop() as Seen
      pressFrom = isVisible === false ? Infinity : time + SIGHT
    },
    { trackVisibility: true, delay: 100, threshold: SHARE } as IntersectionObserverInit,
  )
  const believe = ({ timeStamp }: Event): void => {
    pressFrom = Math.min(pressFrom, timeStamp + SIGHT)
  }
  body.addEventListener('input', believe)
  body.addEventListener('focusin', ({ timeStamp, relatedTarget }) => {
    // To watch the same button again changes nothing.
    sight.observe(body.querySelector('[type=submit]')!)
    if (!relatedTarget) keyFrom = timeStamp + FOCUS
  })
  body.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  })
  body.addEventListener('click', (event) => {
    const isPay = (event.target as Element).closest('[type=submit]')
    // A click that a key made has no count.
    if (!isPay || event.timeStamp >= (event.detail ? pressFrom : keyFrom)) return
    event.preventDefault()
    believe(event)
  })
}
