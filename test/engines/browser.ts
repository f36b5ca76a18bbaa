/** A browser of one engine, which the journeys drive through the same few calls. */
export interface Browser {
  readonly name: string
  readonly version: string
  /** Opens a window with cookies and storage of its own. */
  open(): Promise<Window>
  close(): Promise<void>
}

/**
 * A window. `path` names a frame by the selectors of the frames around it, the outermost first; every selector finds
 * elements inside open shadow roots too. Keys and presses are real input of the browser, not events of a script.
 */
export interface Window {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  address(): Promise<string>
  /** Calls a function inside a frame, by its source: it uses nothing of the module around it. */
  evaluate<Result, Argument = undefined>(
    path: Path,
    read: (argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>>
  /** Presses the middle of the element with a pointer, after scrolling to it. Throws where it is not shown. */
  click(path: Path, selector: string): Promise<void>
  /** Presses there twice, as fast as a double click. */
  doubleClick(path: Path, selector: string): Promise<void>
  /** Types into what has the focus in the frame; {@link keys} has the keys without a character. */
  type(path: Path, text: string): Promise<void>
  close(): Promise<void>
}

export type Path = readonly string[]

/** WebDriver's code points of keys without a character. */
export const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003', Space: ' ' } as const

/** The first element that a selector matches in a document or in one of its open shadow roots; runs in the page. */
export function find(selector: string): Element | null {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) {
    const found = root.querySelector(selector)
    if (found) return found
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  }
  return null
}

/** The middle of an element, scrolled to, where a press reaches it or its label, and otherwise null; runs in the page. */
export function pressPoint(element: Element): { x: number; y: number } | null {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const point = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) }
  const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(point.x, point.y)
  const isHit = !!hit && (element.contains(hit) || hit.closest('label')?.control === element)
  return isHit && !(element as Partial<HTMLButtonElement>).disabled ? point : null
}
