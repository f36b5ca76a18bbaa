/** What waits for a document, as the bridge makes it. */
interface Waiting<Remote> {
  readonly remote: Promise<Remote>
  hangUp(): void
}

/**
 * Meets every document that a frame loads: the first, and any later one, since a frame that is moved on the page loads
 * again. The newest document's port replaces the last one's.
 */
export function meetEach<Remote>(
  call: () => Waiting<Remote>,
  met: (remote: Remote) => void,
  signal: AbortSignal,
  previous?: Waiting<Remote>,
): void {
  const line = call()
  signal.addEventListener('abort', () => line.hangUp(), { once: true })
  const meet = (remote: Remote): void => {
    if (signal.aborted) return
    previous?.hangUp()
    meetEach(call, met, signal, line)
    met(remote)
  }
  void line.remote.then(meet)
}
