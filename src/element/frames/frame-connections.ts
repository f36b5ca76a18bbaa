/** A pending connection to a document, as the bridge creates it. */
interface Waiting<Remote> {
  readonly remote: Promise<Remote>
  disconnect(): void
}

/**
 * Connects to every document that a frame loads: the first, and any later one, since a frame that is moved on the page
 * reloads. The newest document's port replaces the previous one.
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
