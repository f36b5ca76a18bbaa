/**
 * The messages of the handshake: a frame's hello, the page's port for it, and the page's request for the hello, which it
 * may have missed.
 */
export const HELLO = 'tender:hello'
export const ASK = 'tender:ask'
export const PORT = 'tender:port'

interface HandshakeMessage {
  readonly tender?: unknown
  readonly nonce?: unknown
}

export const isMessage = (data: unknown, word: string): data is HandshakeMessage =>
  (data as HandshakeMessage | null)?.tender === word

/** The nonce of a frame's hello; `undefined` for any other message, of any other window or origin. */
export const helloOf = (
  { data, source, origin: from }: MessageEvent,
  frame: HTMLIFrameElement,
  origin: string,
): string | undefined =>
  source === frame.contentWindow && from === origin && isMessage(data, HELLO) && typeof data.nonce === 'string'
    ? data.nonce
    : undefined
