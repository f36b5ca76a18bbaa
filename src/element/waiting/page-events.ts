/** Calls at each loss of the network and each return, until the signal aborts. */
export function onNetwork(act: () => void, signal: AbortSignal): void {
  for (const event of ['online', 'offline']) addEventListener(event, act, { signal })
}

/** Resolves when the shopper or the network comes back; never when the signal has aborted. */
export const onResume = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const seen = (): void => {
      if (document.visibilityState === 'visible') resolve()
    }
    document.addEventListener('visibilitychange', seen, { signal })
    for (const event of ['pageshow', 'online']) addEventListener(event, seen, { signal })
  })
