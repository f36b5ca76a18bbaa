import { documents } from '#bridge/protocol.ts'
import { queryOf, type DocumentWish } from '#contract/appearance.ts'

/**
 * A frame for the card: of the proxy's origin, sandboxed so that it can neither navigate the page nor open dialogs over
 * it. Its document arrives with a form in the wished locale and appearance.
 */
export function cardIframe(origin: string, wish: DocumentWish): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = 'payment; publickey-credentials-get'
  frame.referrerPolicy = 'no-referrer'
  frame.src = `${origin}${documents.card}?${queryOf(wish)}`
  return frame
}
