/** The two pages of the proxy that tell this document how far the bank has come. */
export type Notice = 'method' | 'returned'

/** Whether a message is the notice of this attempt: from our own origin, of its kind, with its nonce. */
export const isNotice = (
  { data, origin }: Pick<MessageEvent, 'data' | 'origin'>,
  own: string,
  kind: Notice,
  nonce: string,
): boolean => {
  const message = data as { tender?: unknown; nonce?: unknown } | null | undefined
  return origin === own && message?.tender === kind && message.nonce === nonce
}

/** Resolves with the first notice; `load` events tell nothing, since a blocked page has them too. */
export function noticed(kind: Notice, nonce: string, home: Window, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    home.addEventListener(
      'message',
      (event) => {
        if (isNotice(event, home.location.origin, kind, nonce)) resolve()
      },
      { signal },
    )
  })
}
