import { helloOf } from '#bridge/hello.ts'

/**
 * What a card frame did before the element's code ran. The script tag writes it into attributes of the frame, since it
 * shares no module with the element.
 */
export interface EarlyFrame {
  /** The nonce of the hello of the frame's script. */
  readonly hello?: string
  /** Whether the hello may have come before anything could hear it. */
  readonly asks: boolean
  /** Whether the document has loaded, with its script or without. */
  readonly isLoaded: boolean
}

const [HELLO, LOADED] = ['data-hello', 'data-loaded']
/** In place of the hello of a frame that the page's HTML had, and that may have sent it already. */
const UNKNOWN = 'unknown'

/** Whether the page's HTML had the frame, and no hello of it was heard yet. */
export const isServed = (frame: Element): boolean => frame.getAttribute(HELLO) === UNKNOWN

/** Writes down the hello and the load of a frame until the element adopts it. */
export function recordFrame(frame: HTMLIFrameElement, origin: string, home: Window): void {
  if (!isEarly(frame)) frame.setAttribute(HELLO, '')
  frame.addEventListener('load', () => isEarly(frame) && frame.setAttribute(LOADED, ''))
  const onMessage = (event: MessageEvent): void => {
    if (!isEarly(frame)) return home.removeEventListener('message', onMessage)
    const nonce = helloOf(event, frame, origin)
    if (nonce !== undefined) frame.setAttribute(HELLO, nonce)
  }
  home.addEventListener('message', onMessage)
}

/** The frame that the script tag has added for this origin, or the page's HTML, if the element has not adopted it yet. */
export function earlyFrame(place: Element, origin: string): HTMLIFrameElement | undefined {
  const frame = place.querySelector('iframe')
  return frame && isEarly(frame) && new URL(frame.src).origin === origin ? frame : undefined
}

/** Ends the record of a frame, and returns it. */
export function adopted(frame: HTMLIFrameElement): EarlyFrame {
  const asks = isServed(frame)
  const hello = asks ? undefined : frame.getAttribute(HELLO)
  // A page is complete after its frames have loaded.
  const isLoaded = frame.hasAttribute(LOADED) || (asks && frame.ownerDocument.readyState === 'complete')
  frame.removeAttribute(HELLO)
  frame.removeAttribute(LOADED)
  return { isLoaded, asks, ...(hello && { hello }) }
}

const isEarly = (frame: HTMLIFrameElement): boolean => frame.hasAttribute(HELLO)
