/** What waits for a document, as the bridge makes it. */
interface Waiting<Remote> {
  readonly remote: Promise<Remote>
  disconnect(): void
}

/**
 * Meets every document that a frame loads: the first, and any later one, since a frame that is moved on the page loads
 * again. The newest document's port replaces the last one's.
 */
export function connectEach<Remote>(
  call: () => Waiting<Remote>,
  met: (remote: Remote) => void,
  signal: AbortSignal,
  previous?: Waiting<Remote>,
): void {
  const line = call()
  signal.addEventListener('abort', () => line.disconnect(), { once: true })
  const meet = (remote: Remote): void => {
    if (signal.aborted) return
    previous?.disconnect()
    connectEach(call, met, signal, line)
    met(remote)
  }
  void line.remote.then(meet)
}
