/** What has an effect of its own when it is pressed; a label is pressed together with its control. */
const CONTROL = 'button, a, summary'

/**
 * Drops each click of a series, such as the second one of a double click, on something that did not get the first: it has
 * only just come to where the shopper pressed. A key, whose clicks have no `detail`, presses everything at once. The style
 * sheets keep a pointer from a control for the first half second, too.
 */
export function dropRepeatedClicks(root: Document | ShadowRoot): void {
  let first: Element | undefined
  const onClick = (event: Event): void => {
    const target = event.target as Element
    if (target.closest('label, input')) return
    const pressed = target.closest(CONTROL) ?? target
    if ((event as MouseEvent).detail < 2) first = pressed
    else if (pressed !== first) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  root.addEventListener('click', onClick, true)
}
