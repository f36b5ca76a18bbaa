/** The two pages of the proxy that notify this document of the bank's progress. */
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

/** Resolves on the first notice; `load` events are no use, since a blocked page fires them too. */
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
