import { documents } from '#bridge/protocol.ts'

/**
 * A frame for the card: of the proxy's origin, sandboxed so that it can neither navigate the page nor open dialogs over
 * it.
 */
export function cardIframe(origin: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = 'payment; publickey-credentials-get'
  frame.referrerPolicy = 'no-referrer'
  frame.src = origin + documents.card
  return frame
}
